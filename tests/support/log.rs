//! What code logs, for tests to look at.

use std::sync::{Arc, Mutex};

/// Keeps what is logged, field by field.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl tracing::field::Visit for Log {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        use std::fmt::Write as _;
        writeln!(self.0.lock().expect("nobody else"), "{}={value:?}", field.name()).expect("a text takes lines");
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// What came of some work, and what was logged meanwhile: `field=value`, a line each.
///
/// # Panics
/// When the work does.
pub fn logged<T>(work: impl FnOnce() -> T) -> (T, String) {
    let log = Log::default();
    let value = tracing::subscriber::with_default(log.clone(), work);
    let text = log.0.lock().expect("nobody else").clone();
    (value, text)
}
