//! Tools that are not ours: packages of npm below `target`, and programs that may be missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::{root, scratch};

/// The variable that makes a missing tool a failure.
pub const REQUIRED: &str = "LLAMON_INTEROP";

/// What a program prints when it succeeds.
///
/// # Errors
/// `trouble` and the last line that the program had to say.
pub fn run(command: &mut Command, trouble: &str) -> Result<String, String> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Err(format!("{trouble}: {}", stderr.trim().lines().last().unwrap_or_default()))
        }
        Err(error) => Err(format!("{trouble}: {error}")),
    }
}

/// The folder `node_modules` with exactly the packages of `tests/npm/package.json`.
///
/// # Errors
/// Why they cannot be had: no npm, or no registry to install from.
pub fn node_modules() -> Result<PathBuf, String> {
    // Tests run side by side, and two of them must not fill one folder.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().map_err(|error| error.to_string())?;
    let home = scratch("npm");
    let wanted = read(&root().join("tests/npm/package.json"))?;
    let stamp = home.join("installed.json");
    let modules = home.join("node_modules");
    if modules.is_dir() && read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(modules);
    }
    let trouble = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(&home).map_err(trouble)?;
    std::fs::write(home.join("package.json"), &wanted).map_err(trouble)?;
    let install = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    run(Command::new("npm").args(install).current_dir(&home), "npm cannot install what the tests ask")?;
    std::fs::write(&stamp, wanted).map_err(trouble)?;
    Ok(modules)
}

/// A script of a package, run by node.
#[must_use]
pub fn node(modules: &Path, script: &str) -> Command {
    let mut node = Command::new("node");
    node.arg(modules.join(script));
    node
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
