//! Objects of A2A: every member that others may write is read and kept, in both versions.

use llamon_errors::a2a::v0_3::{Event, Message, Part, Task, TaskIds, TaskState, TaskStatus, TaskStatusUpdateEvent};
use llamon_errors::a2a::v1;
use llamon_errors::{ApplicationErrorData, BaseErrorData as _, ErrorCode};
use serde_json::{Value, json};

/// One value of each type of JSON.
fn values() -> [Value; 6] {
    [json!(null), json!(true), json!(5), json!("text"), json!(["x", 1]), json!({"any": 1})]
}

#[test]
fn parts_of_1_0_hold_any_value() {
    for value in values() {
        let wire = json!({"data": value, "mediaType": "application/json", "text": null, "raw": null, "url": null, "filename": null});
        let part: v1::Part = serde_json::from_value(wire.clone()).unwrap_or_else(|e| panic!("{wire}: {e}"));
        assert_eq!(serde_json::to_value(&part).expect("JSON"), json!({"data": value, "mediaType": "application/json"}));
        assert_eq!(matches!(part.content, v1::PartContent::Data(_)), value.is_object());
        let status = json!({"state": "TASK_STATE_FAILED", "message": {"messageId": "m", "role": "ROLE_AGENT",
            "parts": [wire, {"data": {"errorCode": "NOT_FOUND"}}]}});
        let status: v1::TaskStatus = serde_json::from_value(status).expect("a status");
        assert_eq!(status.error_data().map(|data| data.code()), Some(ErrorCode::NotFound));
    }
    for (wire, content) in [
        (json!({"text": "x", "data": null}), v1::PartContent::Text("x".into())),
        (json!({"raw": "aGk="}), v1::PartContent::Raw("aGk=".to_owned())),
        (json!({"url": "https://example.com"}), v1::PartContent::Url("https://example.com".to_owned())),
    ] {
        assert_eq!(serde_json::from_value::<v1::Part>(wire).expect("a part").content, content);
    }
    for wire in [json!({}), json!({"text": null}), json!({"text": 5})] {
        assert!(serde_json::from_value::<v1::Part>(wire.clone()).is_err(), "{wire}");
    }
}

#[test]
fn objects_of_1_0_are_read_as_json_of_protobuf() {
    let message = json!({"messageId": "m", "role": "ROLE_UNSPECIFIED", "parts": [], "taskId": null, "contextId": null,
        "metadata": null, "extensions": null, "referenceTaskIds": null});
    let artifact = json!({"artifactId": "a", "parts": [], "name": null, "description": null, "metadata": null, "extensions": null});
    let status = json!({"state": "TASK_STATE_WORKING", "timestamp": null, "message": null});
    let events = [
        json!({"task": {"id": "t", "status": status}}),
        json!({"task": {"id": "t", "contextId": null, "status": status, "artifacts": null, "history": null, "metadata": null},
            "message": null, "statusUpdate": null, "artifactUpdate": null}),
        json!({"task": null, "message": message}),
        json!({"statusUpdate": {"taskId": "t", "contextId": "c", "status": status, "metadata": null}}),
        json!({"artifactUpdate": {"taskId": "t", "contextId": "c", "artifact": artifact, "append": null, "lastChunk": null, "metadata": null}}),
    ];
    for wire in events {
        let event: v1::Event = serde_json::from_value(wire.clone()).unwrap_or_else(|e| panic!("{wire}: {e}"));
        let written = serde_json::to_value(&event).expect("JSON");
        assert!(!written.to_string().contains("null"), "{written}");
        assert_eq!(serde_json::from_value::<v1::Event>(written).expect("our own"), event);
    }
    let error = serde_json::from_value::<v1::Event>(json!({"task": null})).expect_err("no event");
    assert_eq!(error.to_string(), "an event has one of `task`, `message`, `statusUpdate` and `artifactUpdate`");
}

/// A task of 0.3 with every member that the specification has (0.3.0, section 6).
fn whole_task() -> Value {
    let message = json!({"kind": "message", "role": "user", "messageId": "m", "taskId": "t", "contextId": "c",
        "parts": [{"kind": "text", "text": "hi", "metadata": {"a": 1}},
            {"kind": "file", "file": {"uri": "https://example.com", "mimeType": "text/plain", "name": "x.txt"}}],
        "referenceTaskIds": ["t0"], "extensions": ["https://example.com/x"], "metadata": {"b": 2}});
    let artifact = json!({"artifactId": "a", "name": "n", "description": "d", "parts": [{"kind": "data", "data": {}}],
        "extensions": ["https://example.com/y"], "metadata": {"c": 3}});
    json!({"kind": "task", "id": "t", "contextId": "c",
        "status": {"state": "working", "timestamp": "2026-11-30T11:02:08.188Z", "message": message},
        "artifacts": [artifact], "history": [message], "metadata": {"d": 4}})
}

#[test]
fn no_member_of_a_task_is_dropped_by_either_version() {
    let wire = whole_task();
    let task: Task = serde_json::from_value(wire.clone()).expect("a task");
    assert_eq!(serde_json::to_value(&task).expect("JSON"), wire);
    let event = v1::Event::from(Event::Task(task));
    let written = serde_json::to_value(&event).expect("JSON");
    for (place, wanted) in [
        ("/task/history/0/referenceTaskIds", json!(["t0"])),
        ("/task/history/0/extensions", json!(["https://example.com/x"])),
        ("/task/status/message/referenceTaskIds", json!(["t0"])),
        ("/task/artifacts/0/extensions", json!(["https://example.com/y"])),
        ("/task/contextId", json!("c")),
    ] {
        assert_eq!(written.pointer(place), Some(&wanted), "{place}");
    }
    assert_eq!(serde_json::from_value::<v1::Event>(written).expect("our own"), event);
    // A typed message keeps them too, on its way to an untyped one.
    let ids = TaskIds::new("t", "c");
    let mut message: Message<ApplicationErrorData> = Message::agent("m", &ids, [Part::text("x")]);
    message.extensions = Some(vec!["https://example.com/x".to_owned()]);
    message.reference_task_ids = Some(vec!["t0".to_owned()]);
    let event = TaskStatusUpdateEvent::new(&ids, TaskStatus::new(TaskState::Failed, Some(message.clone())));
    let untyped = <TaskStatusUpdateEvent>::from(event).status.message.expect("a message");
    assert_eq!((untyped.extensions, untyped.reference_task_ids), (message.extensions, message.reference_task_ids));
}
