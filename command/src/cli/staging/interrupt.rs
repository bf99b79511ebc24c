//! Removes the staging folders of interrupted commands (Ctrl-C, SIGTERM).

/// Starts to handle signals that end the process. On systems other than Unix, the next command
/// removes the folders.
#[cfg(unix)]
pub(super) fn handle() {
    use std::sync::Once;

    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        let signals = signal_hook::iterator::Signals::new([
            signal_hook::consts::SIGINT,
            signal_hook::consts::SIGTERM,
        ]);
        if let Ok(signals) = signals {
            std::thread::spawn(move || end(signals));
        }
    });
}

#[cfg(not(unix))]
pub(super) fn handle() {}

/// Waits for a signal and ends the process as the signal would have ended it.
#[cfg(unix)]
fn end(mut signals: signal_hook::iterator::Signals) {
    for signal in signals.forever() {
        // No further step can follow, because the guard is held until the process ends.
        let mut all = super::staged_folders();
        all.drain(..).for_each(super::Staged::remove);
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
}
