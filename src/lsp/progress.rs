//! Work that goes on, as a client shows it.

use lsp_types::notification::{Notification, Progress as ProgressNotification};
use lsp_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use super::outbox::Outbox;

/// Tells a client how far some work has got; nothing where it did not ask to be told.
pub(super) struct Progress {
    out: Outbox,
    token: Option<ProgressToken>,
    /// The last that was told, in hundredths.
    told: u32,
}

impl Progress {
    pub(super) fn begin(out: &Outbox, token: Option<ProgressToken>, title: &str) -> Self {
        let progress = Self { out: out.clone(), token, told: 0 };
        progress.tell(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        }));
        progress
    }

    fn tell(&self, progress: WorkDoneProgress) {
        if let Some(token) = self.token.clone() {
            let value = ProgressParamsValue::WorkDone(progress);
            self.out.notify(ProgressNotification::METHOD, ProgressParams { token, value });
        }
    }

    /// So many of so many are done.
    pub(super) fn report(&mut self, done: usize, all: usize, message: &str) {
        let percentage = u32::try_from(done * 100 / all.max(1)).unwrap_or(100);
        if percentage > self.told {
            self.told = percentage;
            self.tell(WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message.to_owned()),
                percentage: Some(percentage),
            }));
        }
    }

    pub(super) fn end(self, message: String) {
        self.tell(WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message) }));
    }
}
