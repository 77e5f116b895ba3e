//! The real Python SDK reads what we write.
//!
//! Makes a virtual environment of its own below `target` and checks our JSON with the pydantic models of a2a-sdk 0.3.26. Without Python,
//! or without a package index to install from, it is skipped with one line, unless `LLAMON_INTEROP=required`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use llamon_errors_tests::{example_output, root, scratch, skip_or_fail};

const REQUIRED: &str = "LLAMON_INTEROP";

/// The interpreter of an environment that has exactly the packages of the requirements file.
fn python() -> Result<PathBuf, String> {
    let requirements = root().join("tests/interop/requirements.txt");
    let wanted = std::fs::read_to_string(&requirements).map_err(|error| error.to_string())?;
    let home = scratch("a2a-sdk-0.3");
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = home.join("installed.txt");
    if python.exists() && std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home), "no Python 3 with venv is here")?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    run(Command::new(&python).args(pip).arg(&requirements), "a2a-sdk cannot be installed")?;
    std::fs::write(&stamp, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

fn run(command: &mut Command, trouble: &str) -> Result<(), String> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Err(format!("{trouble}: {}", stderr.trim().lines().last().unwrap_or_default()))
        }
        Err(error) => Err(format!("{trouble}: {error}")),
    }
}

/// Checks `Model<TAB>json` lines with the SDK's models.
fn validate(python: &Path, lines: &str) -> Result<String, String> {
    let file = scratch("a2a-lines.tsv");
    std::fs::write(&file, lines).map_err(|error| error.to_string())?;
    let script = root().join("tests/interop/validate.py");
    let output = Command::new(python).arg(script).arg(&file).output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn the_quickstart_is_read_by_the_python_sdk() {
    let python = match python() {
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
    let answer = validate(&python, &lines).expect("a2a-sdk 0.3.26 accepts all lines");
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
    let refused = validate(&python, &format!("TaskStatusUpdateEvent\t{broken}\n"));
    assert!(refused.is_err_and(|text| text.contains("final")), "the models check nothing");
}
