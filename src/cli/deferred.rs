//! Arguments that are put together for the command that is called alone: to do so for all commands takes longer than to
//! check a record.

use std::cell::RefCell;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

thread_local! {
    /// The only command whose arguments are put together; all are where it is `None`.
    static CALLED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What `make` makes, with the arguments of that command alone; of all where it is `None`.
pub(super) fn for_call(called: Option<String>, make: impl FnOnce() -> Command) -> Command {
    CALLED.set(called);
    let command = make();
    CALLED.set(None);
    command
}

/// The arguments of a command.
#[derive(Debug)]
pub(super) struct Deferred<T>(pub(super) Box<T>);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        let is_wanted = |called: &Option<String>| called.as_deref().is_none_or(|called| called == command.get_name());
        if CALLED.with_borrow(is_wanted) { T::augment_args(command) } else { command }
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(|arguments| Self(Box::new(arguments)))
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(|arguments| Self(Box::new(arguments)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
