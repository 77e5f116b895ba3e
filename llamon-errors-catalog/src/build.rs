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

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::case::{to_reason, to_variant};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::emit::rust::{Types, is_keyword, variants as emit};
use crate::names::{Wanted, variants};
use crate::render::{Style, render};
use crate::rule::Rule;
use crate::{Checked, check, check_across};

/// What a build script asks for.
#[derive(Clone, Debug)]
#[must_use = "nothing is read before `run`"]
pub struct Catalogs {
    folder: String,
    derives: Vec<String>,
    options: Vec<&'static str>,
}

impl Catalogs {
    /// The catalogs of a folder and the folders in it. The path is relative to the package's Cargo.toml, with forward slashes.
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
                let _ = writeln!(out, "cargo::error=catalogs of `{}`: {error}", self.folder);
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
            writeln!(out, "cargo::error=there is no folder `{}`, seen from the package's Cargo.toml", self.folder)?;
            return Ok(false);
        }
        let mut files = Vec::new();
        walk(&folder, &self.folder, &mut files)?;
        let (mut read, mut all_read) = (Vec::new(), true);
        for (path, shown) in files {
            match std::fs::read(path) {
                Ok(bytes) => read.push(check(&shown, &bytes)),
                Err(error) => {
                    all_read = false;
                    writeln!(
                        out,
                        "cargo::error=catalog `{shown}` cannot be read: {error} [{}]",
                        Rule::CatalogNotRead.id()
                    )?;
                }
            }
        }
        let written = self.write(&read);
        for diagnostic in &written.diagnostics {
            let kind = if diagnostic.severity() == Severity::Error { "error" } else { "warning" };
            writeln!(out, "cargo::{kind}={diagnostic}")?;
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
    Diagnostic::of_file(Rule::VariantsCollide, &again.source, message).help("rename one of the files")
}

/// `/orders/items.toml` is `orders_items`.
fn module_name(path: &str) -> String {
    let stem = path.strip_suffix(".toml").unwrap_or(path);
    let name = to_reason(stem).unwrap_or_else(|| "catalog".to_owned());
    // `r#` does not help all of them, and a raw name is no pleasure to write.
    if is_keyword(&name) { format!("{name}_") } else { name }
}

/// Every `*.toml` below a folder, sorted by name, each with the name to show. Hidden ones are passed over.
fn walk(folder: &Path, shown: &str, files: &mut Vec<(PathBuf, String)>) -> io::Result<()> {
    let mut entries: Vec<(String, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        entries.extend(path.file_name().and_then(|name| name.to_str()).map(|name| (name.to_owned(), path.clone())));
    }
    entries.sort();
    for (name, path) in entries.into_iter().filter(|(name, _)| !name.starts_with('.')) {
        let shown = format!("{shown}/{name}");
        if path.is_dir() {
            walk(&path, &shown, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push((path, shown));
        }
    }
    Ok(())
}

/// A file that is written anew is newer than what was built of it, and cargo would build again.
fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    match std::fs::read(path) {
        Ok(there) if there == text.as_bytes() => Ok(()),
        _ => std::fs::write(path, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, code: &str) -> Checked {
        let text = format!(
            "domain = \"d\"\n[{code}]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"t\"\nretriable = false\n"
        );
        check(path, text.as_bytes())
    }

    #[test]
    fn each_catalog_becomes_a_module() {
        let written = Catalogs::new("catalogs/").derive("Clone").write(&[read("catalogs/orders/line-items.toml", "A")]);
        assert_eq!(
            written.source,
            "/// The catalog of `d`.\npub mod orders_line_items {\n/// The errors of `d`.\n#[allow(deprecated)]\n\
             #[derive(Debug, Clone, ::llamon_errors::DomainError)]\n\
             #[domain_error(catalog = \"catalogs/orders/line-items.toml\")]\npub enum OrdersLineItemsError {\n\
             /// t\n///\n/// A, `NOT_FOUND`, not retriable.\n#[domain_error(code = \"A\")]\nGone,\n}\n}\n"
        );
        assert!(written.diagnostics.is_empty());
    }

    #[test]
    fn modules_have_names_that_rust_takes() {
        let named = |path| module_name(path);
        assert_eq!(["/type.toml", "/self.toml", "/a/match.toml"].map(named), ["type_", "self_", "a_match"]);
        assert_eq!(["/404.toml", "/문서.toml"].map(named), ["catalog", "catalog"]);
    }

    #[test]
    fn outcomes_are_not_read_back() {
        let text = "domain = \"d\"\n[A]\noutcome = \"completed\"\nreason = \"none\"\ntitle = \"t\"\n";
        let written = Catalogs::new("c").decode().write(&[check("c/a.toml", text.as_bytes())]);
        assert!(written.source.contains("catalog = \"c/a.toml\", details)]\npub enum AOutcome"), "{}", written.source);
    }

    #[test]
    fn files_are_checked_against_each_other() {
        let written = Catalogs::new("c").write(&[read("c/a.toml", "A"), read("c/b.toml", "A"), read("c/B.toml", "X")]);
        let shown: Vec<String> = written.diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "`c/b.toml` and `c/B.toml` both become the module `b` (c/B.toml) [LE0215]",
                "`A` is defined in two files of the domain `d` (c/b.toml:2:2, first at c/a.toml:2:2) [LE0012]",
            ]
        );
    }

    /// A package's folder with these files, and a folder beside them for what is written.
    fn package(name: &str, files: &[(&str, &str)]) -> (PathBuf, PathBuf) {
        let package = std::env::temp_dir().join(format!("llamon-errors-build-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&package);
        let target = package.join("out");
        std::fs::create_dir_all(&target).unwrap();
        for (path, text) in files {
            let path = package.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        (package, target)
    }

    /// What the build script would say to cargo and draw, without the package's path, and whether the build goes on.
    fn built(package: &Path, target: Option<&Path>) -> (String, String, bool) {
        let (mut out, mut pictures) = (Vec::new(), Vec::new());
        let sound = Catalogs::new("catalogs").build(package, target, &mut out, &mut pictures);
        let shown =
            |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&package.display().to_string(), "PACKAGE");
        (shown(out), shown(pictures), sound.unwrap())
    }

    const SOUND: &str =
        "domain = \"d\"\n[A]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"t\"\nretriable = false\n";

    #[test]
    fn a_folder_that_is_not_there_is_told_and_its_parent_watched() {
        let (package, target) = package("absent", &[]);
        let said = "cargo::rerun-if-changed=PACKAGE\ncargo::error=there is no folder `catalogs`, seen from the package's Cargo.toml\n";
        assert_eq!(built(&package, Some(&target)), (said.to_owned(), String::new(), false));
        std::fs::remove_dir_all(&package).unwrap();
    }

    #[test]
    fn every_catalog_below_the_folder_is_written_and_nothing_else() {
        let other = SOUND.replace("\"d\"", "\"e\"");
        let (package, target) = package(
            "sound",
            &[
                ("catalogs/orders.toml", SOUND),
                ("catalogs/deep/items.toml", &other),
                ("catalogs/.hidden.toml", "no catalog"),
                ("catalogs/.git/x.toml", "no catalog"),
                ("catalogs/notes.txt", "no catalog"),
            ],
        );
        let said = "cargo::rerun-if-changed=PACKAGE/catalogs\n".to_owned();
        assert_eq!(built(&package, Some(&target)), (said, String::new(), true));
        let written = std::fs::read_to_string(target.join("catalogs.rs")).unwrap();
        let modules: Vec<&str> = written.lines().filter(|line| line.starts_with("pub mod ")).collect();
        assert_eq!(modules, ["pub mod deep_items {", "pub mod orders {"]);
        std::fs::remove_dir_all(&package).unwrap();
    }

    /// Cargo builds again what is older than its sources.
    #[test]
    fn what_is_written_already_is_left_as_it_is() {
        let (package, target) = package("again", &[("catalogs/orders.toml", SOUND)]);
        let written = target.join("catalogs.rs");
        let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
        let age =
            |path: &Path| std::fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
        assert!(built(&package, Some(&target)).2);
        age(&written);
        assert!(built(&package, Some(&target)).2);
        assert_eq!(std::fs::metadata(&written).unwrap().modified().unwrap(), long_ago);
        std::fs::write(package.join("catalogs/orders.toml"), SOUND.replace("gone", "lost")).unwrap();
        assert!(built(&package, Some(&target)).2);
        assert!(std::fs::read_to_string(&written).unwrap().contains("Lost,"));
        std::fs::remove_dir_all(&package).unwrap();
    }

    #[test]
    fn advice_lets_the_build_go_on_and_a_fault_does_not() {
        // A title that only repeats its code.
        let advised = SOUND.replace("title = \"t\"", "title = \"A\"");
        let (package, target) = package("advice", &[("catalogs/orders.toml", &advised)]);
        let (said, drawn, sound) = built(&package, Some(&target));
        assert!(said.contains("\ncargo::warning=") && !said.contains("cargo::error="), "{said}");
        assert!(drawn.starts_with("warning[") && drawn.ends_with("\n\n") && sound, "{drawn}");
        std::fs::remove_file(target.join("catalogs.rs")).unwrap();
        std::fs::write(package.join("catalogs/orders.toml"), SOUND.replace("gone", "Gone")).unwrap();
        let (said, drawn, sound) = built(&package, Some(&target));
        assert!(said.contains("\ncargo::error=") && drawn.starts_with("error[") && !sound, "{said}{drawn}");
        assert!(!target.join("catalogs.rs").exists());
        std::fs::remove_dir_all(&package).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_catalog_that_cannot_be_read_fails_the_build() {
        let (package, target) = package("unread", &[("catalogs/orders.toml", SOUND)]);
        std::os::unix::fs::symlink("nowhere", package.join("catalogs/gone.toml")).unwrap();
        let (said, _, sound) = built(&package, Some(&target));
        assert!(said.contains("\ncargo::error=catalog `catalogs/gone.toml` cannot be read: "), "{said}");
        assert!(!sound && !target.join("catalogs.rs").exists());
        std::fs::remove_dir_all(&package).unwrap();
    }

    #[test]
    fn only_a_build_script_has_a_place_to_write_to() {
        let (package, _) = package("outside", &[("catalogs/orders.toml", SOUND)]);
        let refused = Catalogs::new("catalogs").build(&package, None, &mut Vec::new(), &mut Vec::new());
        assert_eq!(refused.unwrap_err().to_string(), "OUT_DIR is not set: call this from a build script");
        std::fs::remove_dir_all(&package).unwrap();
    }
}
