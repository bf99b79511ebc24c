//! Progress reports to a client.

use lsp_types::notification::{Notification, Progress as ProgressNotification};
use lsp_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::outbox::Outbox;

/// Reporter of the progress of a task. Does nothing if the client did not ask for reports.
pub(super) struct Progress {
    out: Outbox,
    token: Option<ProgressToken>,
    /// Last percentage reported.
    percentage: u32,
    /// The message at the end. A task that is dropped without one was cancelled.
    summary: Option<String>,
}

impl Progress {
    pub(super) fn begin(out: &Outbox, token: Option<ProgressToken>, title: &str) -> Self {
        let progress = Self {
            out: out.clone(),
            token,
            percentage: 0,
            summary: None,
        };
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
            self.out.notify(
                ProgressNotification::METHOD,
                ProgressParams { token, value },
            );
        }
    }

    /// Reports that `done` of `all` steps are done.
    pub(super) fn report(&mut self, done: usize, all: usize, message: &str) {
        let percentage = u32::try_from(done * 100 / all.max(1)).unwrap_or(100);
        if percentage > self.percentage {
            self.percentage = percentage;
            self.notify(WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message.to_owned()),
                percentage: Some(percentage),
            }));
        }
    }

    pub(super) fn end(mut self, message: String) {
        self.summary = Some(message);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let message = self.summary.take().or_else(|| Some("cancelled".to_owned()));
        self.notify(WorkDoneProgress::End(WorkDoneProgressEnd { message }));
    }
}

#[cfg(test)]
mod tests {
    use lsp_server::Message;

    use super::*;

    #[test]
    fn a_task_that_gives_up_ends_its_report() {
        let (out, messages) = Outbox::kept();
        let begin = || Progress::begin(&out, Some(ProgressToken::Number(1)), "Checking records");
        drop(begin());
        begin().end("2 files checked".to_owned());
        let said: Vec<String> = messages
            .try_iter()
            .filter_map(|message| match message {
                Message::Notification(notification) => {
                    let value = &notification.params["value"];
                    Some(format!(
                        "{} {}",
                        value["kind"].as_str()?,
                        value["message"].as_str().unwrap_or_default()
                    ))
                }
                Message::Request(_) | Message::Response(_) => None,
            })
            .collect();
        assert_eq!(
            said,
            ["begin ", "end cancelled", "begin ", "end 2 files checked"]
        );
    }
}
