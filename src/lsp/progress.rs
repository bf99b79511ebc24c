//! Progress reports to a client.

use lsp_types::notification::{Notification, Progress as ProgressNotification};
use lsp_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use super::outbox::Outbox;

/// Reporter of the progress of a task. Does nothing if the client did not ask for reports.
pub(super) struct Progress {
    out: Outbox,
    token: Option<ProgressToken>,
    /// Last percentage reported.
    told: u32,
}

impl Progress {
    pub(super) fn begin(out: &Outbox, token: Option<ProgressToken>, title: &str) -> Self {
        let progress = Self { out: out.clone(), token, told: 0 };
        progress.notify(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        }));
        progress
    }

    fn notify(&self, progress: WorkDoneProgress) {
        if let Some(token) = self.token.clone() {
            let value = ProgressParamsValue::WorkDone(progress);
            self.out.notify(ProgressNotification::METHOD, ProgressParams { token, value });
        }
    }

    /// Reports that `done` of `all` steps are done.
    pub(super) fn report(&mut self, done: usize, all: usize, message: &str) {
        let percentage = u32::try_from(done * 100 / all.max(1)).unwrap_or(100);
        if percentage > self.told {
            self.told = percentage;
            self.notify(WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message.to_owned()),
                percentage: Some(percentage),
            }));
        }
    }

    pub(super) fn end(self, message: String) {
        self.notify(WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message) }));
    }
}
