//! Crates of users, made anew outside the workspace: what cargo does with a catalog can only be seen from there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{root, scratch};

/// A crate outside the workspace that depends on `llamon-errors` as users' crates do.
pub struct ScratchCrate {
    /// Its folder.
    pub folder: PathBuf,
    /// The package's name: `app-` and the letters of the folder's. Crates of one name would overwrite each other's program.
    pub package: String,
}

/// The features and extra dependencies of a scratch crate.
#[derive(Default)]
pub struct Setup<'s> {
    /// Further lines of `[dependencies]` and tables behind it.
    pub manifest: &'s str,
}

impl ScratchCrate {
    /// An empty crate in a folder of this name, which may hold blanks and any letters. What an earlier run left is removed.
    ///
    /// # Panics
    /// When the folder cannot be written.
    #[must_use]
    pub fn new(name: &str, setup: &Setup<'_>) -> Self {
        let folder = scratch("crates").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let letters: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let package = format!("app-{letters}");
        let made = Self { folder, package: package.clone() };
        let runtime = root().join("llamon-errors").display().to_string();
        let manifest = format!(
            "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\nlicense = \"MIT\"\ndescription = \"a test\"\n\n\
             [workspace]\n\n[dependencies]\nllamon-errors = {{ path = \"{runtime}\", version = \"0.1.0\" }}\n{}",
            setup.manifest
        );
        made.write("Cargo.toml", &manifest);
        let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is there");
        made.write("Cargo.lock", &lock);
        made
    }

    /// Writes a file of the crate.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, path: &str, text: &str) {
        let file = self.folder.join(path);
        std::fs::create_dir_all(file.parent().expect("files have folders")).expect("folders can be made");
        std::fs::write(&file, text).expect("files can be written");
    }

    /// Removes a file of the crate.
    ///
    /// # Panics
    /// When it is not there.
    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.folder.join(path)).expect("the file is there");
    }

    /// Runs cargo in the crate; all scratch crates share what they build of their dependencies.
    ///
    /// # Panics
    /// When cargo does not run.
    #[must_use]
    pub fn cargo(&self, arguments: &[&str]) -> Ran {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", scratch("target"))
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo runs");
        Ran::from(output)
    }

    /// What the crate prints when it is built and run.
    #[must_use]
    pub fn run(&self, arguments: &[&str]) -> Ran {
        let mut all = vec!["run", "--offline", "--quiet"];
        all.extend(arguments);
        self.cargo(&all)
    }
}

/// What a command came to.
pub struct Ran {
    /// Whether it succeeded.
    pub success: bool,
    /// What it printed.
    pub stdout: String,
    /// What it had to say.
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            success: output.status.success(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    /// What it printed, if it succeeded.
    ///
    /// # Panics
    /// When it failed.
    #[must_use]
    pub fn printed(self) -> String {
        assert!(self.success, "{}", self.stderr);
        self.stdout
    }

    /// What it had to say, if it failed.
    ///
    /// # Panics
    /// When it succeeded.
    #[must_use]
    pub fn failed(self) -> String {
        assert!(!self.success, "it succeeded: {}", self.stdout);
        self.stderr
    }
}

/// A catalog of the domain `doc` with these entries: code, reason, title.
#[must_use]
pub fn catalog(entries: &[(&str, &str, &str)]) -> String {
    let mut text = "domain = \"doc\"\n".to_owned();
    for (code, reason, title) in entries {
        let _ = writeln!(
            text,
            "\n[{code}]\nsdk_code = \"NOT_FOUND\"\nreason = \"{reason}\"\ntitle = \"{title}\"\nretriable = false"
        );
    }
    text
}

/// A program that prints the title of its only error, bound in a catalog at this path.
#[must_use]
pub fn program(path: &str) -> String {
    format!(
        "#[derive(Debug, llamon_errors::DomainError)]\n#[domain_error(catalog = \"{path}\", partial)]\npub enum E {{ Gone }}\n\
         fn main() {{ println!(\"{{}}\", E::Gone); }}\n"
    )
}

/// The compiler with which cargo builds a crate's library by hand: what it needs of the dependencies is built already.
///
/// # Panics
/// When the dependencies cannot be built.
#[must_use]
pub fn rustc(krate: &ScratchCrate, source: &Path) -> Command {
    let built = krate.cargo(&["build", "--offline", "--quiet"]);
    assert!(built.success, "{}", built.stderr);
    let deps = scratch("target").join("debug/deps");
    let newest = |prefix: &str| {
        let entries = std::fs::read_dir(&deps).expect("the dependencies are built").filter_map(Result::ok);
        let named = entries.filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with(prefix) && Path::new(&name).extension().is_some_and(|extension| extension == "rlib")
        });
        named.max_by_key(|entry| entry.metadata().and_then(|data| data.modified()).ok()).expect("it is built").path()
    };
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut rustc = Command::new(compiler);
    rustc
        .args(["--edition", "2024", "--crate-type", "lib", "--crate-name", "app", "-C", "metadata=same"])
        .arg("--extern")
        .arg(format!("llamon_errors={}", newest("libllamon_errors-").display()))
        .arg("-L")
        .arg(format!("dependency={}", deps.display()))
        .arg(source);
    rustc
}
