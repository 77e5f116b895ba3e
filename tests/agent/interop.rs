//! Real clients of the example agent: a2a-sdk 0.3.26, which S1 names, and the newest one. What they see is compared whole.
//!
//! Without Python, or without a package index to install from, it is skipped with one line, unless `LLAMON_INTEROP=required`.

use std::process::Command;

use llamon_errors_agent_tests::example::ExampleAgent;
use llamon_errors_tests::outside::REQUIRED;
use llamon_errors_tests::sdk::Sdk;
use llamon_errors_tests::{assert_golden, root, skip_or_fail};

const SCENARIOS: [&str; 15] = [
    "ok",
    "fail",
    "fail-node",
    "fail-stream",
    "fail-before-stream",
    "protocol",
    "guardrail",
    "guardrail-stream",
    "input",
    "auth",
    "nothing",
    "panic",
    "timeout",
    "tools",
    "tools-down",
];

/// What a client prints of all scenarios.
fn seen(sdk: Sdk, script: &str) -> Option<String> {
    let python = match sdk.python() {
        Ok(python) => python,
        Err(why) => {
            skip_or_fail(REQUIRED, &why);
            return None;
        }
    };
    let agent = ExampleAgent::start(120);
    let mut client = Command::new(python);
    client.arg(root().join("tests/agent/interop").join(script)).arg(&agent.url).args(SCENARIOS);
    let output = client.output().expect("Python runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the SDK could not read an answer, or waited too long: {stderr}");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    assert!(!text.contains("EXAMPLE-SECRET"), "a secret got out");
    for scenario in SCENARIOS {
        let name = format!("\"text\": \"{scenario}\"}}\n");
        assert!(text.matches(&name).count() >= 2, "`{scenario}` is seen by both ways");
    }
    Some(text)
}

#[test]
fn the_client_of_a2a_sdk_0_3_reads_every_scenario() {
    let Some(text) = seen(Sdk::V0_3, "agent_client.py") else { return };
    assert_golden("agent/golden/a2a-sdk-0.3.jsonl", &text);
}

#[test]
fn the_client_of_the_newest_a2a_sdk_reads_every_scenario() {
    let Some(text) = seen(Sdk::V1, "agent_client_v1.py") else { return };
    assert_golden("agent/golden/a2a-sdk-1.jsonl", &text);
}

/// The two goldens say the same of every failed task, so that neither can be written anew by mistake.
#[test]
fn both_clients_read_the_same_failures() {
    let read = |name: &str| {
        let text = std::fs::read_to_string(root().join("tests/agent/golden").join(name)).expect("the golden is there");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        lines
    };
    let failures = |lines: Vec<serde_json::Value>| -> Vec<(String, serde_json::Value)> {
        let plain = |call: &serde_json::Value| call == "send" || call == "stream";
        let failed = lines.into_iter().filter(|line| plain(&line["call"]) && line.get("failed").is_some());
        failed.map(|line| (format!("{} {}", line["call"], line["text"]), line["failed"].clone())).collect()
    };
    let (old, new) = (failures(read("a2a-sdk-0.3.jsonl")), failures(read("a2a-sdk-1.jsonl")));
    assert_eq!(old.len(), 16, "eight scenarios fail, by both ways");
    assert_eq!(old, new);
}
