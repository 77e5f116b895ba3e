//! Scratch crates that stand outside this workspace, in a folder beside the program: `target/benches-scratch`.
//!
//! Each is a workspace of its own, so that cargo resolves for it what it would for a user, in the versions of this repository's
//! Cargo.lock and with its toolchain, with cargo's own profiles and not those of this workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// One crate on disk.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
    source: String,
}

/// Where all scratch crates and their builds are.
pub(crate) fn root() -> PathBuf {
    let program = std::env::current_exe().expect("a program has a path");
    let target = program.ancestors().nth(2).expect("cargo puts programs into target/release");
    target.join("benches-scratch")
}

fn repository() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is a folder of the repository").to_owned()
}

/// The dependency on this repository's crate.
pub(crate) fn ours() -> String {
    format!("llamon-errors = {{ path = '{}' }}", repository().join("llamon-errors").display())
}

impl Scratch {
    /// Writes a library crate of this name with these lines in `[dependencies]`, its catalog if it has one, and its source.
    pub(crate) fn write(name: &str, dependencies: &str, catalog: Option<&str>, source: String) -> Self {
        let folder = root().join(name);
        fs::create_dir_all(folder.join("src")).expect("the target folder can be written");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n\n[workspace]\n"
        );
        put(&folder.join("Cargo.toml"), &manifest);
        for file in ["Cargo.lock", "rust-toolchain.toml"] {
            fs::copy(repository().join(file), folder.join(file)).expect("the repository has this file");
        }
        if let Some(catalog) = catalog {
            fs::create_dir_all(folder.join("catalogs")).expect("the target folder can be written");
            put(&folder.join("catalogs/c.toml"), catalog);
        }
        let scratch = Self { folder, source };
        scratch.touch();
        scratch
    }

    /// Writes the source anew, so that cargo compiles it again.
    pub(crate) fn touch(&self) {
        put(&self.folder.join("src/lib.rs"), &self.source);
    }
}

fn put(path: &Path, text: &str) {
    fs::write(path, text).expect("the target folder can be written");
}
