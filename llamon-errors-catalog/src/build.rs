//! The reader for build scripts (feature `build`): all catalogs of a folder at once.
//!
//! Comes in: a folder, from `build.rs`. Goes out: `catalogs.rs` in `OUT_DIR` with a module for each catalog, lines for cargo, an exit code.
//! Not done here: any rule; and no expansion, since the enums bear the derive.
//!
//! A macro sees one file and cannot see a new one. This reader sees all: a code that stands in two files of one domain, a file that is new,
//! a file that is gone.
//!
//! ```no_run
//! // build.rs; needs `llamon-errors-catalog = { version = "...", features = ["build"] }` among the build-dependencies
//! fn main() -> std::process::ExitCode {
//!     llamon_errors_catalog::build::Catalogs::new("catalogs").run()
//! }
//! ```
//!
//! What is written names the macros, so the package depends on `llamon-errors` too.
//!
//! ```ignore
//! // src/lib.rs: catalogs/documents.toml becomes documents::DocumentsError, and documents::DocumentsOutcome if it has outcomes
//! include!(concat!(env!("OUT_DIR"), "/catalogs.rs"));
//! ```

mod walk;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::case::{to_reason, to_variant};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::emit::rust::{Types, is_keyword, variants as emit};
use crate::names::{Wanted, variants};
use crate::render::{Style, render};
use crate::rule::Rule;
use crate::text::{is_hidden, written_out};
use crate::{Checked, check, check_across};

pub use self::walk::{catalog_files, is_passed_over};

/// What a build script asks for.
#[derive(Clone, Debug)]
#[must_use = "nothing is read before `run`"]
pub struct Catalogs {
    folder: String,
    derives: Vec<String>,
    options: Vec<&'static str>,
}

impl Catalogs {
    /// The catalogs of a folder and the folders in it: every `*.toml`, but for what is hidden, what is called `target`, and links, as
    /// `llamon-errors check` has it. The path is relative to the package's Cargo.toml, with forward slashes.
    pub fn new(folder: impl Into<String>) -> Self {
        let folder = folder.into();
        Self { folder: folder.trim_end_matches('/').to_owned(), derives: vec!["Debug".to_owned()], options: Vec::new() }
    }

    /// A further derive on every enum, beside `Debug`: `Clone`, `serde::Serialize`.
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.derives.push(path.into());
        self
    }

    /// Lets all fields travel as details, and lets errors be read back from them.
    pub fn decode(mut self) -> Self {
        self.options = vec!["details", "decode"];
        self
    }

    /// Reads, checks, and writes `catalogs.rs` if it is not the same already.
    ///
    /// Faults go to cargo a line each, and drawn to standard error. The exit code is that of the build script.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let mut out = io::stdout().lock();
        let of_cargo = |name| std::env::var_os(name).map(PathBuf::from);
        let (package, target) = (of_cargo("CARGO_MANIFEST_DIR").unwrap_or_default(), of_cargo("OUT_DIR"));
        match self.build(&package, target.as_deref(), &mut out, &mut io::stderr().lock()) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                let _ = say(&mut out, "error", &format!("catalogs of `{}`: {error}", self.folder));
                ExitCode::FAILURE
            }
        }
    }

    /// From a package's folder to `target`, cargo's `OUT_DIR`. Whether all was sound; what is written then is there.
    fn build(
        &self,
        package: &Path,
        target: Option<&Path>,
        out: &mut impl io::Write,
        pictures: &mut impl io::Write,
    ) -> io::Result<bool> {
        let folder = package.join(&self.folder);
        // A path that does not exist would make cargo run the script on every build: then its parent is watched.
        let watched = folder.ancestors().find(|path| path.exists()).unwrap_or(&folder);
        writeln!(out, "cargo::rerun-if-changed={}", watched.display())?;
        if !folder.is_dir() {
            say(out, "error", &format!("there is no folder `{}`, seen from the package's Cargo.toml", self.folder))?;
            return Ok(false);
        }
        let (read, all_read) = self.read(&folder, catalog_files(&folder), out)?;
        let written = self.write(&read);
        for diagnostic in &written.diagnostics {
            let kind = if diagnostic.severity() == Severity::Error { "error" } else { "warning" };
            say(out, kind, &diagnostic.to_string())?;
            writeln!(pictures, "{}\n", render(diagnostic, Style::Plain))?;
        }
        if written.diagnostics.has_errors() || !all_read {
            return Ok(false);
        }
        let Some(target) = target else {
            return Err(io::Error::other("OUT_DIR is not set: call this from a build script"));
        };
        write_if_changed(&target.join("catalogs.rs"), &written.source)?;
        Ok(true)
    }

    /// What the files hold, and whether all could be read; those that cannot are told.
    fn read(
        &self,
        folder: &Path,
        files: Vec<(PathBuf, Option<io::Error>)>,
        out: &mut impl io::Write,
    ) -> io::Result<(Vec<Checked>, bool)> {
        let (mut read, mut all_read) = (Vec::new(), true);
        for (path, trouble) in files {
            let below = path.strip_prefix(folder).unwrap_or(&path);
            let steps: Vec<_> = below.iter().map(|step| step.to_string_lossy()).collect();
            let shown = format!("{}/{}", self.folder, steps.join("/"));
            let bytes = match (trouble, path.to_str()) {
                (Some(error), _) => Err(error),
                // The enum that is written names its catalog.
                (None, None) => Err(io::Error::new(io::ErrorKind::InvalidFilename, "its name is no UTF-8")),
                (None, Some(_)) => std::fs::read(&path),
            };
            match bytes {
                Ok(bytes) => read.push(check(&shown, &bytes)),
                Err(error) => {
                    all_read = false;
                    let id = Rule::CatalogNotRead.id();
                    say(out, "error", &format!("catalog `{shown}` cannot be read: {error} [{id}]"))?;
                }
            }
        }
        Ok((read, all_read))
    }

    /// The source of all modules, and every fault of every file.
    fn write(&self, read: &[Checked]) -> Written {
        let mut written = Written { source: String::new(), diagnostics: Diagnostics::default() };
        let mut modules: HashMap<String, &Checked> = HashMap::new();
        for checked in read {
            written.diagnostics.extend(checked.diagnostics.clone());
            let path = checked.source.path();
            let name = module_name(path.strip_prefix(&self.folder).unwrap_or(path));
            if let Some(first) = modules.insert(name.clone(), checked) {
                written.diagnostics.push(same_module(first, checked, &name));
                continue;
            }
            let mut body = String::new();
            for (wanted, suffix, derive) in
                [(Wanted::Errors, "Error", "DomainError"), (Wanted::Outcomes, "Outcome", "DomainOutcome")]
            {
                let entries = variants(&checked.source, &checked.catalog, wanted, &mut written.diagnostics);
                if !entries.is_empty() {
                    let enumeration = format!("{}{suffix}", to_variant(&name));
                    self.write_enum(&mut body, checked, derive, &enumeration, &emit(&entries, TYPES));
                }
            }
            let domain = checked.catalog.domain();
            let _ = writeln!(written.source, "/// The catalog of `{domain}`.\npub mod {name} {{\n{body}}}");
        }
        written.diagnostics.extend(check_across(read));
        written
    }

    fn write_enum(&self, out: &mut String, checked: &Checked, derive: &str, name: &str, variants: &str) {
        let (path, domain) = (checked.source.path(), checked.catalog.domain());
        let is_error = derive == "DomainError";
        let what = if is_error { "errors" } else { "outcomes" };
        // What is read back is an error.
        let options = self.options.iter().filter(|option| is_error || **option != "decode");
        let options: String = options.flat_map(|option| [", ", option]).collect();
        let _ = writeln!(out, "/// The {what} of `{domain}`.");
        // Included code is the user's own to the compiler: its own derive would be told that it uses deprecated variants.
        let _ =
            writeln!(out, "#[allow(deprecated)]\n#[derive({}, ::llamon_errors::{derive})]", self.derives.join(", "));
        let _ = writeln!(out, "#[domain_error(catalog = {path:?}{options})]\npub enum {name} {{\n{variants}}}");
    }
}

/// Included code may stand beside a `String` of the user's.
const TYPES: Types<'static> = Types { string: "::std::string::String", primitive: "::core::primitive::" };

struct Written {
    source: String,
    diagnostics: Diagnostics,
}

fn same_module(first: &Checked, again: &Checked, name: &str) -> Diagnostic {
    let message = format!("`{}` and `{}` both become the module `{name}`", first.source.path(), again.source.path());
    Diagnostic::of_file(Rule::VariantsCollide, &again.source, message).help("rename one of the files").violation(
        String::new(),
        "a module's name of its own",
        Some(name),
    )
}

/// `/orders/items.toml` is `orders_items`.
fn module_name(path: &str) -> String {
    let stem = path.strip_suffix(".toml").unwrap_or(path);
    let name = to_reason(stem).unwrap_or_else(|| "catalog".to_owned());
    // `r#` does not help all of them, and a raw name is no pleasure to write.
    if is_keyword(&name) { format!("{name}_") } else { name }
}

/// One line for cargo. What a catalog or a file is called cannot begin another: cargo would take it for an instruction.
fn say(out: &mut impl io::Write, kind: &str, text: &str) -> io::Result<()> {
    writeln!(out, "cargo::{kind}={}", written_out(text, is_hidden))
}

/// A file that is written anew is newer than what was built of it, and cargo would build again.
fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    match std::fs::read(path) {
        Ok(there) if there == text.as_bytes() => Ok(()),
        _ => std::fs::write(path, text),
    }
}

#[cfg(test)]
mod tests;
