//! Test whether the process of the editor is still running. An editor names its process to the
//! language server that it starts; the server ends when that process has ended.

/// Returns false if a process has ended. Returns true if this cannot be known, because a server
/// that runs too long is better than one that ends too early.
#[cfg(unix)]
pub(super) fn is_running(process: u32) -> bool {
    let pid = i32::try_from(process)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    let Some(pid) = pid else { return true };
    // Another user's process exists too, although no signal can be sent to it.
    let exists = rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH);
    exists && !is_zombie(process)
}

/// Returns true, because only Unix systems can tell whether a process has ended. On other systems,
/// the server ends with its input.
#[cfg(not(unix))]
pub(super) fn is_running(_process: u32) -> bool {
    true
}

/// Returns true if a process has ended, but its parent process has not collected its status yet.
#[cfg(unix)]
fn is_zombie(process: u32) -> bool {
    // Only Linux has this file. The name before the state is in parentheses and can itself contain
    // parentheses.
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().unwrap_or_default().trim_start();
    state.starts_with(['Z', 'X'])
}
