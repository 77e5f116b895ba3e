//! What operators see of a task (feature `tracing`).
//!
//! Comes in: a task's ids, how it ended. Goes out: a span around the agent's work, and an event for each failure. Field names are those of
//! the wire; `error.type` is OpenTelemetry's, and bounded: the code of a catalog, or else one of the eight. Not done here: texts of foreign
//! errors; `disclosure` logs those.

use core::future::Future;

use crate::a2a::v0_3::TaskIds;
use crate::application_error::ApplicationError;
use crate::data::ProtocolErrorData;
#[cfg(feature = "tracing")]
use crate::data::{ApplicationErrorData, Text};

/// The label of an error for metrics. Text that is part of the program comes from a catalog or from its author, so there are so many of
/// them and no more; text that was read from somewhere could be anything, and is none.
#[cfg(feature = "tracing")]
fn error_type<'d>(domain_code: Option<&'d Text>, error_code: &'static str) -> &'d str {
    match domain_code {
        Some(Text::Borrowed(code)) => code,
        Some(Text::Owned(_)) | None => error_code,
    }
}

/// An event with the facts that are told of any failure, and what more there is to say of this one.
#[cfg(feature = "tracing")]
macro_rules! event {
    ($level:ident, $data:expr, $($more:tt)+) => {
        tracing::$level!(
            error.r#type = error_type($data.domain_code.as_ref(), $data.error_code.effective().as_str()),
            errorCode = $data.error_code.as_str(),
            errorReason = $data.error_reason.as_ref(),
            domain = $data.domain.as_deref(),
            domainCode = $data.domain_code.as_deref(),
            $($more)+
        )
    };
}

/// Work on a task of its own that belongs to who asks for it: their span is around it, and so the task's span is inside of the request's.
#[cfg(feature = "tracing")]
pub(super) fn in_span<F: Future>(work: F) -> impl Future<Output = F::Output> {
    use tracing::Instrument as _;
    work.in_current_span()
}

#[cfg(not(feature = "tracing"))]
pub(super) fn in_span<F: Future>(work: F) -> impl Future<Output = F::Output> {
    work
}

/// The span of the work on a message.
#[derive(Clone, Debug)]
pub(super) struct TaskSpan {
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg(feature = "tracing")]
impl TaskSpan {
    pub(super) fn new(task: &TaskIds) -> Self {
        use tracing::field::Empty;
        let span = tracing::info_span!(
            "a2a.task",
            taskId = task.task_id,
            contextId = task.context_id,
            error.r#type = Empty,
            errorCode = Empty,
            errorReason = Empty,
            domain = Empty,
            domainCode = Empty,
        );
        Self { span }
    }

    /// The work inside of the span.
    pub(super) fn around<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        use tracing::Instrument as _;
        work.instrument(self.span.clone())
    }

    /// The task failed: an event, and the same facts on the span.
    pub(super) fn failed(&self, error: &ApplicationError) {
        let data = error.data();
        let ApplicationErrorData { error_code, error_reason, domain, domain_code, error_source, node, .. } = data;
        let error_type = error_type(domain_code.as_ref(), error_code.effective().as_str());
        self.span.record("error.type", error_type).record("errorCode", error_code.as_str());
        self.span.record("errorReason", error_reason.as_ref());
        self.span.record("domain", domain.as_deref()).record("domainCode", domain_code.as_deref());
        event!(
            error,
            data,
            errorSource = error_source.as_deref(),
            node = node.as_ref().map(|node| node.id.as_str()),
            "the task failed"
        );
    }
}

#[cfg(not(feature = "tracing"))]
impl TaskSpan {
    pub(super) fn new(_: &TaskIds) -> Self {
        Self {}
    }

    #[allow(clippy::unused_self, reason = "with `tracing` it is used")]
    pub(super) fn around<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        work
    }

    #[allow(clippy::unused_self, reason = "with `tracing` it is used")]
    pub(super) fn failed(&self, _: &ApplicationError) {}
}

/// A task has ended, and its store does not know.
pub(super) fn not_kept(error: &ApplicationError) {
    let reason = error.data().error_reason.as_ref();
    #[cfg(feature = "tracing")]
    tracing::error!(errorReason = reason, "the end of the task is not in the store");
    #[cfg(not(feature = "tracing"))]
    let _ = reason;
}

/// A request was refused before there was a task.
pub(super) fn refused(number: i64, data: &ProtocolErrorData) {
    #[cfg(feature = "tracing")]
    event!(warn, data, number, "the request was refused");
    #[cfg(not(feature = "tracing"))]
    let _ = (number, data);
}
