//! The example agent as a process of its own.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use llamon_errors_tests::{cargo, root};

/// The example agent, for as long as the test needs it. It ends by itself as well.
pub struct ExampleAgent {
    process: Child,
    /// Where it listens.
    pub url: String,
}

impl ExampleAgent {
    /// Builds and starts it; it ends by itself after so many seconds.
    ///
    /// # Panics
    /// When it cannot be built, or does not say where it is.
    #[must_use]
    pub fn start(seconds: u32) -> Self {
        let arguments =
            ["build", "--quiet", "--package", "llamon-errors", "--features", "agent-axum", "--example", "agent"];
        let built = cargo().args(arguments).output().expect("cargo runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
        let program = target.join("debug/examples").join(format!("agent{}", std::env::consts::EXE_SUFFIX));
        let mut command = Command::new(program);
        command.args(["--port", "0", "--seconds", &seconds.to_string()]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the example starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("it prints");
        BufReader::new(output).read_line(&mut line).expect("it says where it is");
        let url = line.trim().strip_prefix("READY ").expect("it is ready").to_owned();
        Self { process, url }
    }

    /// Waits for its own end.
    ///
    /// # Panics
    /// When the system does not tell.
    #[must_use]
    pub fn ends_well(mut self) -> bool {
        self.process.wait().expect("it was started here").success()
    }
}

impl Drop for ExampleAgent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
