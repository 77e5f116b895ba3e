//! What the tests of agents share: messages, the events of a task as short lines, and a client of HTTP that hides nothing.

pub mod example;
pub mod http;

use std::sync::Arc;

use llamon_errors::a2a::v0_3::{Event, Message, Part};
use llamon_errors::agent::Follow;

/// A message that begins a task.
#[must_use]
pub fn message(text: &str) -> Message {
    Message::user("message-1", [Part::text(text.to_owned())])
}

/// All events of a task, to the end.
pub async fn events(mut follow: Follow) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(event) = follow.next().await {
        events.push(Arc::unwrap_or_clone(event));
    }
    events
}

/// Each event as a line: its kind, and the state, or the artifact and what is in it.
#[must_use]
pub fn told(events: &[Event]) -> Vec<String> {
    events.iter().map(line).collect()
}

fn line(event: &Event) -> String {
    let state = |event: &Event| {
        let state = event.status().map(|status| serde_json::to_value(status.state));
        state.and_then(Result::ok).and_then(|state| state.as_str().map(str::to_owned)).unwrap_or_default()
    };
    match event {
        Event::ArtifactUpdate(update) => {
            let more = if update.append == Some(true) { " more" } else { "" };
            format!("{}{more}: {}", update.artifact.artifact_id, text(&update.artifact.parts))
        }
        Event::StatusUpdate(update) if update.r#final => format!("final {}", state(event)),
        Event::Task(_) => format!("task {}", state(event)),
        _ => state(event),
    }
}

/// The texts of parts, one behind the other; other parts by their kind.
#[must_use]
pub fn text(parts: &[Part]) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Text { text, .. } => text.to_string(),
        Part::Data { data, .. } => serde_json::to_string(data).unwrap_or_default(),
        _ => "<file>".to_owned(),
    });
    texts.collect()
}
