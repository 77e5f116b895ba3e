//! What must hold for any bytes that a peer sends in place of a JSON-RPC response.

use llamon_errors::a2a::v0_3::Event;
use llamon_errors::json_rpc::{Answer, ErrorResponse, Protocol, Response};

/// Reads bytes as an answer; an answer that was read is written and read back as the same, and every error means something.
///
/// # Panics
/// When it is not: that is a finding.
pub fn json_rpc(bytes: &[u8]) {
    if let Ok(lines) = std::str::from_utf8(bytes) {
        let _ = Event::read_lines(lines);
    }
    match serde_json::from_slice::<Answer<Event>>(bytes) {
        Ok(Answer::Error(response)) => {
            for protocol in [Protocol::A2a, Protocol::Mcp] {
                let meaning = response.error.meaning(protocol);
                assert!(!meaning.error_reason.is_empty() && meaning.error_reason.is_ascii(), "{meaning:?}");
            }
            let line = serde_json::to_string(&response).expect("a response is JSON");
            assert!(line.contains("\"id\":") && line.contains("\"message\":"), "{line}");
            assert_eq!(serde_json::from_str::<ErrorResponse>(&line).expect("our own text"), response);
        }
        Ok(Answer::Result { id, result }) => {
            let line =
                serde_json::to_string(&Response::result(id.clone(), result.clone())).expect("a response is JSON");
            let read: Answer<Event> = serde_json::from_str(&line).expect("our own text");
            assert_eq!(read, Answer::Result { id, result }, "{line}");
        }
        Err(_) => {}
    }
}
