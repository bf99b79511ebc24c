//! New files in a folder that get their names together: either all of them or, if the command fails
//! or is stopped, none.
//!
//! The files are written into a staging folder. If the target folder does not exist yet, the
//! staging folder is created next to it, and its subfolder with the files becomes the target folder
//! in one step. Otherwise, the staging folder is inside the target folder, and each file gets a
//! second name (a hard link) in the target folder, which cannot replace an existing file. A command
//! removes its staging folder when it ends. If a command was killed, the next one removes the
//! leftover staging folder, and the names that were already given to some of the files.
//!
//! A staging folder is recognised by its lock file. The lock belongs to a process, so a killed
//! process does not block others.

mod interrupt;
mod lock;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::lock::{Lock, NotLocked};
use super::Failure;
use super::file_state::FileState;
use super::new_folders::{NewFolders, create_folder};
use super::paths::path_name;
use pipscribe::text::Key;

/// Name of a staging folder inside the target folder, and prefix of its name next to the target
/// folder.
const STAGING_NAME: &str = ".pipscribe-split";
/// The subfolder of a staging folder that holds the files. It has this name until all files have
/// their names.
const UNNAMED_FILES: &str = "files";
/// The name of this subfolder once all files have their names.
const NAMED_FILES: &str = "named";

/// The staging folders of this process, each with the folders created for it. They are locked for
/// each step, so that an interrupted command ends between two steps.
static STAGED: Mutex<Vec<Staged>> = Mutex::new(Vec::new());

/// Locks the list of staging folders.
fn staged_folders() -> MutexGuard<'static, Vec<Staged>> {
    STAGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A staging folder of this process.
struct Staged {
    /// The path of the staging folder.
    place: PathBuf,
    lock: Lock,
    /// Folders that were created above it.
    parents: NewFolders,
}

/// New files in a folder that have no names there yet. Dropping this value removes them.
pub(crate) struct NewFiles {
    /// The target folder.
    folder: PathBuf,
    /// The staging folder.
    place: PathBuf,
    /// True if the target folder did not exist.
    is_new_folder: bool,
}

impl NewFiles {
    /// Starts to write files into a folder, which may be missing.
    pub(crate) fn begin(folder: &Path) -> Result<Self, Failure> {
        interrupt::handle();
        let mut all_staged = staged_folders();
        let place_beside = place_beside(folder);
        let is_new_folder = folder.symlink_metadata().is_err();
        remove_leftovers(&place_beside, folder)?;
        let place = if is_new_folder {
            place_beside
        } else {
            folder.join(STAGING_NAME)
        };
        let new = Staged::create(&place, folder)?;

        // Another command may have created the folder before it was locked.
        if is_new_folder && folder.symlink_metadata().is_ok() {
            new.remove();
            return Err(already_exists(folder));
        }

        let files = new.place.join(UNNAMED_FILES);
        if let Err(error) = fs::create_dir(&files) {
            new.remove();
            return Err(Failure::creating(path_name(&files), error));
        }
        all_staged.push(new);
        Ok(Self {
            folder: folder.to_owned(),
            place,
            is_new_folder,
        })
    }

    /// Appends to a file, which is created first if it is new.
    pub(crate) fn append(&self, name: &str, bytes: &[u8], is_new: bool) -> Result<(), Failure> {
        // The signal handler waits for this lock, so that it does not end the process in this step.
        let _step = staged_folders();
        let mut options = OpenOptions::new();
        if is_new {
            options.write(true).create_new(true);
        } else {
            options.append(true);
        }
        let written = options
            .open(self.place.join(UNNAMED_FILES).join(name))
            .and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| self.failure(name, error))
    }

    /// Fails if the folder has a file with this name.
    pub(crate) fn must_be_new(&self, name: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        if path.symlink_metadata().is_ok() {
            Err(already_exists(&path))
        } else {
            Ok(())
        }
    }

    /// Gives all files their names.
    pub(crate) fn publish(self, names: &[String]) -> Result<(), Failure> {
        let files = self.place.join(UNNAMED_FILES);
        for name in names {
            let flushed = File::open(files.join(name)).and_then(|file| file.sync_all());
            flushed.map_err(|error| self.failure(name, error))?;
        }

        let mut all_staged = staged_folders();
        if self.is_new_folder {
            self.rename_to_folder(&files)
        } else {
            self.give_names(names, &files, &mut all_staged)
        }
    }

    /// Makes the subfolder with the files the target folder.
    fn rename_to_folder(&self, files: &Path) -> Result<(), Failure> {
        fs::rename(files, &self.folder).map_err(|error| match self.folder.symlink_metadata() {
            Ok(_) => already_exists(&self.folder),
            Err(_) => Failure::creating(path_name(&self.folder), error),
        })
    }

    /// Gives the files their names in the target folder, which exists already: all names, or none
    /// if one of them is taken.
    fn give_names(
        &self,
        names: &[String],
        files: &Path,
        all_staged: &mut [Staged],
    ) -> Result<(), Failure> {
        let failure = |error| Failure::writing(path_name(&self.place), error);
        // If this process is killed, the next one removes these names. It recognises by this time
        // whether a file was changed since.
        for staged in all_staged {
            if staged.place == self.place {
                staged.lock.note_time().map_err(failure)?;
            }
        }

        for (index, name) in names.iter().enumerate() {
            if let Err(failure) = self.give_name(name) {
                for earlier in names.iter().take(index) {
                    self.take_name_back(earlier);
                }
                return Err(failure);
            }
        }
        // From now on, the names stay even if the process is killed.
        fs::rename(files, self.place.join(NAMED_FILES)).map_err(failure)
    }

    /// Gives a file its name in the target folder.
    fn give_name(&self, name: &str) -> Result<(), Failure> {
        let from = self.place.join(UNNAMED_FILES).join(name);
        let to = self.folder.join(name);
        match fs::hard_link(&from, &to) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(already_exists(&to)),
            // Not every file system has hard links.
            Err(_) => {
                self.must_be_new(name)?;
                fs::rename(&from, &to).map_err(|error| self.failure(name, error))
            }
        }
    }

    /// Takes back the name that [`Self::give_name`] gave.
    fn take_name_back(&self, name: &str) {
        let from = self.place.join(UNNAMED_FILES).join(name);
        let to = self.folder.join(name);
        let is_linked = FileState::of_path(&from).is_ok_and(|state| state.has_name(&to));
        // A failure here must not hide the failure that is reported.
        let _ = if !from.exists() {
            // The file was renamed, because the file system has no hard links.
            fs::rename(&to, &from)
        } else if is_linked {
            fs::remove_file(&to)
        } else {
            Ok(())
        };
    }

    fn failure(&self, name: &str, error: io::Error) -> Failure {
        Failure::writing(path_name(self.folder.join(name)), error)
    }
}

impl Drop for NewFiles {
    fn drop(&mut self) {
        let mut all_staged = staged_folders();
        let index = all_staged
            .iter()
            .position(|staged| staged.place == self.place);
        if let Some(index) = index {
            all_staged.swap_remove(index).remove();
        }
    }
}

impl Staged {
    /// Creates a staging folder for the files of a folder, locks it, and removes the files that a
    /// killed command left in it.
    fn create(place: &Path, folder: &Path) -> Result<Self, Failure> {
        let parents = create_folder(place.parent().unwrap_or(folder))?;
        let lock = Lock::take(place).map_err(|reason| match reason {
            NotLocked::Busy => is_busy(folder),
            NotLocked::Foreign => {
                let message = format!(
                    "{} is not a folder of `split`, which needs this name",
                    path_name(place)
                );
                Failure::Usage(message)
            }
            NotLocked::Error(error) => Failure::creating(path_name(place), error),
        })?;
        // If that fails, the staging folder stays, because it shows which files belong together.
        take_names_back(place, folder, &lock)?;
        remove_files(place);
        Ok(Self {
            place: place.to_owned(),
            lock,
            parents,
        })
    }

    /// Removes the staging folder. The files left in it are incomplete, or have their final names
    /// already.
    fn remove(self) {
        remove(&self.place, self.lock);
        self.parents.remove_empty();
    }
}

/// Removes the staging folders that killed commands left next to a target folder. Fails if
/// `place_beside`, the staging folder for this target folder, is in use.
fn remove_leftovers(place_beside: &Path, folder: &Path) -> Result<(), Failure> {
    let parent = place_beside.parent().unwrap_or(folder);
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let place = entry.path();
        let is_staging = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(STAGING_NAME.as_bytes());
        if !is_staging || !Lock::exists(&place) {
            continue;
        }
        match Lock::take(&place) {
            Ok(lock) => remove(&place, lock),
            Err(NotLocked::Busy) if place.file_name() == place_beside.file_name() => {
                return Err(is_busy(folder));
            }
            // The folder is in use for another target folder, or was not created by this program.
            Err(_) => {}
        }
    }
    Ok(())
}

fn is_busy(folder: &Path) -> Failure {
    Failure::Usage(format!(
        "another `split` is writing into {}: wait until it has finished",
        path_name(folder)
    ))
}

fn already_exists(path: &Path) -> Failure {
    Failure::Usage(format!("{} already exists", path_name(path)))
}

/// Returns the staging folder next to a target folder, which may be missing. Its name is short,
/// because the name of the target folder may already have the maximum length.
fn place_beside(folder: &Path) -> PathBuf {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().unwrap_or_default();
    // 16 hexadecimal digits are enough to distinguish the folders next to this one.
    let digits = Key::of_raw(name.as_encoded_bytes()).to_string();
    let key = digits.get(..16).unwrap_or_default();
    whole.with_file_name(format!("{STAGING_NAME}-{key}"))
}

/// Removes the names that a killed command gave to some of its files. Such a name is a second name
/// of a file in the staging folder. Fails if the user has changed one of these files.
fn take_names_back(place: &Path, folder: &Path, lock: &Lock) -> Result<(), Failure> {
    let mut names = Vec::new();
    for entry in fs::read_dir(place.join(UNNAMED_FILES))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = folder.join(entry.file_name());
        let Ok(state) = FileState::of_path(&entry.path()) else {
            continue;
        };
        if !state.has_name(&name) {
            continue;
        }
        if state.is_newer_than(lock.time()) {
            let message = "it was changed after an interrupted `split` wrote it: move it elsewhere";
            return Err(Failure::writing(
                path_name(&name),
                io::Error::other(message),
            ));
        }
        names.push(name);
    }

    names.iter().try_for_each(|name| {
        let removed = fs::remove_file(name);
        removed.map_err(|error| Failure::Io {
            what: format!("removing {}", path_name(name)),
            error,
        })
    })
}

/// Removes the files of a staging folder. A staging folder has only files in its subfolders, so
/// nothing else is removed.
fn remove_files(place: &Path) {
    for part in [UNNAMED_FILES, NAMED_FILES] {
        let part = place.join(part);
        for entry in fs::read_dir(&part).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path());
        }
        let _ = fs::remove_dir(part);
    }
}

/// Removes a staging folder.
fn remove(place: &Path, lock: Lock) {
    remove_files(place);
    lock.remove();
    let _ = fs::remove_dir(place);
}
