//! The real Python SDK reads what we write.
//!
//! Makes virtual environments of its own below `target` and checks our JSON with the pydantic models of a2a-sdk 0.3.26, and with the
//! protobuf classes of the newest one. Without Python,
//! or without a package index to install from, it is skipped with one line, unless `LLAMON_INTEROP=required`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use llamon_errors::a2a::v0_3::{
    Artifact, Event, FileContent, Message, Part, Task, TaskArtifactUpdateEvent, TaskIds, TaskState, TaskStatus,
    TaskStatusUpdateEvent,
};
use llamon_errors::a2a::v1;
use llamon_errors::json_rpc::{ErrorObject, ErrorResponse, Id, Response};
use llamon_errors_tests::outside::REQUIRED;
use llamon_errors_tests::sdk::Sdk;
use llamon_errors_tests::vectors::{carried, vectors};
use llamon_errors_tests::{example_output, root, scratch, skip_or_fail};

/// A version of the SDK, and the script that checks with it.
struct Models {
    sdk: Sdk,
    script: &'static str,
}

const V0_3: Models = Models { sdk: Sdk::V0_3, script: "validate.py" };
const V1: Models = Models { sdk: Sdk::V1, script: "validate_v1.py" };

impl Models {
    fn python(&self) -> Result<PathBuf, String> {
        self.sdk.python()
    }

    /// Checks `Model<TAB>json` lines with the SDK's models; `name` keeps the files of several tests apart.
    fn validate(&self, python: &Path, name: &str, lines: &str) -> Result<String, String> {
        let file = scratch(&format!("{}-{name}.tsv", self.sdk.home));
        std::fs::write(&file, lines).map_err(|error| error.to_string())?;
        let script = root().join("tests/interop").join(self.script);
        let output = Command::new(python).arg(script).arg(&file).output().map_err(|error| error.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }
}

#[test]
fn the_quickstart_is_read_by_the_python_sdk() {
    let python = match V0_3.python() {
        Ok(python) => python,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let line = example_output("quickstart");
    let response: serde_json::Value = serde_json::from_str(&line).expect("the quickstart prints JSON");
    let event = response.get("result").expect("it is a result");
    let lines = format!(
        "JSONRPCResponse\t{line}SendStreamingMessageResponse\t{line}TaskStatusUpdateEvent\t{event}\n",
        line = line.trim_end().to_owned() + "\n"
    );
    let answer = V0_3.validate(&python, "quickstart", &lines).expect("a2a-sdk 0.3.26 accepts all lines");
    assert_eq!(answer.lines().filter(|line| line.starts_with("ok ")).count(), 3, "{answer}");
    let read = answer.lines().rfind(|line| line.starts_with("data ")).expect("the script prints the data part");
    let read: serde_json::Value = serde_json::from_str(&read["data ".len()..]).expect("it prints JSON");
    for member in ["errorCode", "errorReason", "errorMessage", "retriable", "domain", "domainCode"] {
        assert!(read.get(member).is_some(), "the SDK read no `{member}`: {read}");
    }
    assert_eq!(Some(&read), event.pointer("/status/message/parts/1/data"));

    // The check can fail: an event without its required `final` is refused.
    let mut broken = event.clone();
    broken.as_object_mut().expect("an object").remove("final");
    let refused = V0_3.validate(&python, "broken", &format!("TaskStatusUpdateEvent\t{broken}\n"));
    assert!(refused.is_err_and(|text| text.contains("final")), "the models check nothing");
}

/// What the script read, one JSON a line.
fn read(answer: &str) -> Vec<serde_json::Value> {
    let lines = answer.lines().filter_map(|line| line.strip_prefix("data "));
    lines.map(|line| serde_json::from_str(line).expect("the script prints JSON")).collect()
}

fn accepted(answer: &str) -> usize {
    answer.lines().filter(|line| line.starts_with("ok ")).count()
}

#[test]
fn every_vector_of_0_3_is_read_by_the_python_sdk() {
    let python = match V0_3.python() {
        Ok(python) => python,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let (mut lines, mut count) = (String::new(), 0);
    let models = [
        ("a2a-0.3-status-update", "SendStreamingMessageResponse"),
        ("a2a-0.3-task", "SendMessageResponse"),
        ("a2a-0.3-refusal", "JSONRPCErrorResponse"),
    ];
    for (carrier, model) in models {
        for line in vectors().iter().filter_map(|(_, error)| carried(carrier, error)) {
            writeln!(lines, "{model}\t{line}").expect("a text takes lines");
            count += 1;
        }
    }
    let answer = V0_3.validate(&python, "vectors", &lines).expect("a2a-sdk 0.3.26 accepts all lines");
    assert_eq!(accepted(&answer), count);
    let wanted: Vec<_> =
        vectors().iter().map(|(_, error)| serde_json::Value::Object(error.data().to_object())).collect();
    let wanted: Vec<_> = wanted.iter().chain(&wanted).cloned().collect();
    assert_eq!(read(&answer), wanted, "the SDK gives each error's data back, of events and of tasks");
}

/// One event of each kind, with parts of each kind.
fn events() -> Vec<Event> {
    let task = TaskIds::new("task-1", "context-1");
    let object = serde_json::json!({"found": 0}).as_object().cloned().expect("an object");
    let named = |name: &str| (Some("text/plain".to_owned()), Some(name.to_owned()));
    let (mime_type, name) = named("a.txt");
    let bytes = Part::file(FileContent::Bytes { bytes: "aGk=".to_owned(), mime_type, name });
    let (mime_type, name) = named("b.txt");
    let uri = Part::file(FileContent::Uri { uri: "https://files.example/b.txt".to_owned(), mime_type, name });
    let artifact = Artifact::new("artifact-1", [Part::text("x"), Part::data(object.clone()), bytes, uri]).name("files");
    let question = Message::agent("message-1", &task, [Part::text("생년월일을 알려주세요.")]);
    let nothing = Message::agent("message-2", &task, [Part::text("관련 정보 없음"), Part::data(object)]);
    vec![
        Task::new(&task, TaskStatus::new(TaskState::Submitted, None)).into(),
        TaskStatusUpdateEvent::working(&task).into(),
        TaskArtifactUpdateEvent::piece(&task, artifact.clone(), false, false).into(),
        TaskArtifactUpdateEvent::piece(&task, artifact, true, true).into(),
        TaskArtifactUpdateEvent::retraction(&task, "artifact-1").into(),
        TaskStatusUpdateEvent::input_required(&task, question.clone()).into(),
        TaskStatusUpdateEvent::completed(&task, Some(nothing)).into(),
        question.into(),
    ]
}

#[test]
fn events_of_every_kind_are_read_by_the_python_sdk() {
    let python = match V0_3.python() {
        Ok(python) => python,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let mut lines = String::new();
    for event in events() {
        let response = serde_json::to_string(&Response::result("request-7", event)).expect("JSON");
        writeln!(lines, "SendStreamingMessageResponse\t{response}").expect("a text takes lines");
    }
    let refused = ErrorResponse::new(Id::from(7), ErrorObject::new(-32700, "Invalid JSON payload"));
    writeln!(lines, "JSONRPCErrorResponse\t{}", serde_json::to_string(&refused).expect("JSON")).expect("lines");
    let answer = V0_3.validate(&python, "events", &lines).expect("a2a-sdk 0.3.26 accepts all lines");
    assert_eq!(accepted(&answer), events().len() + 1);
}

#[test]
fn every_vector_of_1_0_is_read_by_the_newest_python_sdk() {
    let python = match V1.python() {
        Ok(python) => python,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let (mut lines, mut wanted) = (String::new(), Vec::new());
    for (carrier, model) in [
        ("a2a-1.0-status-update", "StreamResponse"),
        ("a2a-1.0-task", "SendMessageResponse"),
        ("a2a-1.0-refusal", "Error"),
    ] {
        for (_, error) in vectors() {
            let Some(line) = carried(carrier, &error) else { continue };
            let mut response: serde_json::Value = serde_json::from_str(&line).expect("JSON");
            let mut data = serde_json::Value::Object(error.data().to_object());
            let member = if model == "Error" { "error" } else { "result" };
            let mut line = response[member].take();
            if model == "Error" {
                let number = line["code"].as_i64().expect("a number");
                line["expect"] = match number {
                    -32001 => "TaskNotFoundError",
                    -32600 => "InvalidRequestError",
                    -32602 => "InvalidParamsError",
                    _ => "InternalError",
                }
                .into();
                let info = &line["data"][0];
                let delay = error.data().retry_after_ms.unwrap_or_default();
                data["@"] = serde_json::json!({"reason": info["reason"], "domain": info["domain"], "delay": delay});
                for task_only in ["retried", "node", "flow", "guardrail"] {
                    data.as_object_mut().expect("an object").remove(task_only);
                }
            }
            writeln!(lines, "{model}\t{line}").expect("a text takes lines");
            wanted.push(data);
        }
    }
    let answer = V1.validate(&python, "vectors", &lines).expect("the newest a2a-sdk accepts all lines");
    assert_eq!(accepted(&answer), wanted.len());
    // Protobuf knows floats alone.
    let floats = |value: &serde_json::Value| value.to_string().replace(".0,", ",").replace(".0}", "}");
    let read = read(&answer);
    for (read, wanted) in read.iter().zip(&wanted) {
        assert_eq!(floats(read), floats(wanted));
    }
    assert_eq!(read.len(), wanted.len());

    // The check can fail: 1.0 knows no `final`.
    let broken = lines.lines().next().expect("a line").replacen("{\"taskId\"", "{\"final\":true,\"taskId\"", 1);
    let broken = broken.replacen("{\"contextId\"", "{\"final\":true,\"contextId\"", 1);
    assert!(V1.validate(&python, "broken", &broken).is_err_and(|text| text.contains("final")), "{broken}");
}

#[test]
fn events_of_every_kind_in_1_0_are_read_by_the_newest_python_sdk() {
    let python = match V1.python() {
        Ok(python) => python,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let mut lines = String::new();
    for event in events() {
        let event = serde_json::to_string(&v1::Event::from(event)).expect("JSON");
        writeln!(lines, "Event\t{event}").expect("a text takes lines");
    }
    let answer = V1.validate(&python, "events", &lines).expect("the newest a2a-sdk accepts all lines");
    assert_eq!(accepted(&answer), events().len());
}
