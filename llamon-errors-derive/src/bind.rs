//! From the path in the attribute to a catalog.
//!
//! Comes in: `catalog = "..."`, or `domain = "..."` where the catalog is in the attributes. Goes out: the catalog, and the tokens that make
//! cargo rebuild when the file changes. Faults of the path and of the catalog are told here. Not done here: anything about variants.
//!
//! A path is relative to the package's manifest directory, with forward slashes. Where nothing is there, the nearest Cargo.toml above
//! the file that holds the attribute is the second try: UI tests run with a manifest directory that is not theirs. There is no third: no
//! current directory, no subprocess, no canonical path. `../catalogs/x.toml` may leave the package, since a workspace may share
//! one folder; in a packaged crate it may not, or a broken crate would be published whenever the same path exists by chance above the
//! place where cargo verifies it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use llamon_errors_catalog::suggest::nearest;
use llamon_errors_catalog::{Checked, Rule, check_without_advice};
use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use crate::ast::Input;
use crate::errors::Errors;
use crate::inline;

/// A catalog and what the expansion says about its file.
pub(crate) struct Bound {
    pub(crate) checked: Arc<Checked>,
    /// The attribute's string: where faults of enum and catalog together are told.
    pub(crate) literal: LitStr,
    /// The file as the attribute names it; nothing when the catalog is in the attributes.
    pub(crate) path: Option<String>,
    /// The argument of `include_bytes!` that makes cargo watch the file.
    pub(crate) tracked: Option<TokenStream>,
}

/// The catalog of an enum; nothing when there is none to speak of.
pub(crate) fn bind(input: &Input<'_>, errors: &mut Errors) -> Option<Bound> {
    let literal = match (&input.attrs.catalog, &input.attrs.domain) {
        (Some(literal), None) => literal,
        (Some(_), Some(domain)) => {
            let help = "remove `domain`; the catalog file has its own";
            errors.push(domain, Rule::AttributeMisuse, "the enum has both `catalog` and `domain`", Some(help));
            return None;
        }
        (None, Some(domain)) => {
            let checked = Arc::new(inline::read(input, domain, errors));
            return Some(Bound { checked, literal: domain.clone(), path: None, tracked: None });
        }
        (None, None) if input.attrs.faulty => return None,
        (None, None) => {
            let message = format!("{} needs a catalog", input.flavor.derive());
            let help = "write #[domain_error(catalog = \"catalogs/documents.toml\")] above the enum";
            errors.push(input.ident, Rule::AttributeMisuse, &message, Some(help));
            return None;
        }
    };
    facts_beside_a_file(input, errors);
    file(literal, errors)
}

/// The catalog in a file.
pub(crate) fn file(literal: &LitStr, errors: &mut Errors) -> Option<Bound> {
    let path = literal.value();
    if let Some((message, help)) = path_fault(&path) {
        errors.push(literal, Rule::CatalogNotRead, &message, Some(&help));
        return None;
    }
    let (file, bytes, tracked) = match find(literal, &path) {
        Ok(found) => found,
        Err((message, help)) => {
            errors.push(literal, Rule::CatalogNotRead, &message, help.as_deref());
            return None;
        }
    };
    let checked = read_once(&file, &path, &bytes);
    errors.push_catalog(literal, &path, &checked.diagnostics);
    Some(Bound { checked, literal: literal.clone(), path: Some(path), tracked: Some(tracked) })
}

/// Facts on variants are for catalogs in the attributes; beside a file they would be a second truth.
fn facts_beside_a_file(input: &Input<'_>, errors: &mut Errors) {
    for (key, _) in input.variants.iter().flat_map(|variant| &variant.attrs.facts) {
        let message = format!("`{key}` is said in the catalog, not on the variant");
        let help = "remove it; only an enum with `domain` instead of `catalog` has its facts in the attributes";
        errors.push(key, Rule::AttributeMisuse, &message, Some(help));
    }
}

/// What is wrong with a path as it is written, and what to write instead.
fn path_fault(path: &str) -> Option<(String, String)> {
    let bytes = path.as_bytes();
    if path.is_empty() {
        return Some((
            "the catalog's path is empty".to_owned(),
            "write `catalog = \"catalogs/documents.toml\"`".to_owned(),
        ));
    }
    if path.contains('\\') {
        let help = format!("write `{}`; forward slashes work everywhere", path.replace('\\', "/"));
        return Some((format!("catalog path `{path}` has backslashes"), help));
    }
    if path.starts_with('/') || bytes.get(1) == Some(&b':') {
        let help = "write it relative to the package's Cargo.toml; an absolute path works on one machine only";
        return Some((format!("catalog path `{path}` is absolute"), help.to_owned()));
    }
    if path.contains('\0') {
        return Some(("the catalog's path holds a NUL".to_owned(), "remove it".to_owned()));
    }
    None
}

type Found = (PathBuf, Vec<u8>, TokenStream);
type NotFound = (String, Option<String>);

fn find(literal: &LitStr, path: &str) -> Result<Found, NotFound> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let mut bases: Vec<PathBuf> = Vec::new();
    if let Some(manifest) = &manifest {
        let base = std::path::absolute(manifest).unwrap_or_else(|_| manifest.clone());
        if leaves(path) && is_packaged(&base) {
            return Err((
                format!("catalog path `{path}` leaves the package"),
                Some("a packaged crate holds only its own folder; move the catalog into it".to_owned()),
            ));
        }
        if let Some((file, bytes)) = read(&base, path)? {
            return Ok((file, bytes, tracked(manifest, path, &base)));
        }
        bases.push(base);
    }
    if let Some(base) = package_of(literal) {
        if let Some((file, bytes)) = read(&base, path)? {
            let absolute = file.to_str().map(|file| quote!(#file));
            return Ok((file.clone(), bytes, absolute.unwrap_or_default()));
        }
        bases.push(base);
    }
    let message = match manifest {
        Some(_) => format!("catalog `{path}` is not there, seen from the package's Cargo.toml"),
        None => format!("catalog `{path}` cannot be looked for: CARGO_MANIFEST_DIR is not set"),
    };
    Err((message, Some(near_miss(&bases, path))))
}

/// The file below a base, if it is there; an error when it is there and cannot be read.
fn read(base: &Path, path: &str) -> Result<Option<(PathBuf, Vec<u8>)>, NotFound> {
    let file = joined(base, path);
    if file.is_dir() {
        let help = "name a file in it; a whole folder is read by `llamon_errors_catalog::build` in a build script";
        return Err((format!("catalog `{path}` is a folder"), Some(help.to_owned())));
    }
    match std::fs::read(&file) {
        Ok(bytes) => Ok(Some((file, bytes))),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err((format!("catalog `{path}` cannot be read: {}", plain(&error)), None)),
    }
}

/// The words of an I/O error without the number at their end, which differs between systems.
fn plain(error: &std::io::Error) -> String {
    error.kind().to_string()
}

/// Whether a folder is a package as cargo lays it out: the manifest that people wrote lies beside the one that cargo made of it. The former
/// alone says nothing, since other programs leave files of that name behind, too.
fn is_packaged(base: &Path) -> bool {
    base.join("Cargo.toml.orig").exists()
        && std::fs::read_to_string(base.join("Cargo.toml"))
            .is_ok_and(|text| text.contains("THIS FILE IS AUTOMATICALLY GENERATED BY CARGO"))
}

/// Whether a path leaves the folder it is relative to, by its words alone: a link that leads out of it counts as inside.
fn leaves(path: &str) -> bool {
    let straight = straight(path);
    straight == ".." || straight.starts_with("../")
}

/// A path without the steps that lead back: `./a/..//b.toml` is `b.toml`, and `../b.toml` stays. What is read here and what the compiler
/// includes is so the same file, though a link or nothing stands at `a`.
fn straight(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').filter(|step| !matches!(*step, "" | ".")) {
        if step == ".." && steps.last().is_some_and(|last| *last != "..") {
            steps.pop();
        } else {
            steps.push(step);
        }
    }
    steps.join("/")
}

fn joined(base: &Path, path: &str) -> PathBuf {
    base.join(straight(path))
}

/// `concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs/documents.toml")`, so that two checkouts of one source make the same bytes.
///
/// A relative manifest directory would be taken relative to the source file; there the absolute path has to do.
fn tracked(manifest: &Path, path: &str, base: &Path) -> TokenStream {
    if manifest.is_absolute() {
        let behind = format!("/{}", straight(path));
        return quote!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #behind));
    }
    joined(base, path).to_str().map(|file| quote!(#file)).unwrap_or_default()
}

/// The folder of the nearest Cargo.toml above the file in which the literal stands.
fn package_of(literal: &LitStr) -> Option<PathBuf> {
    if !proc_macro::is_available() {
        return None;
    }
    let file = std::path::absolute(literal.span().unwrap().local_file()?).ok()?;
    file.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// The file that was probably meant: the path walked from each base, taking the nearest name where one is not there.
fn near_miss(bases: &[PathBuf], path: &str) -> String {
    bases.iter().find_map(|base| nearest_path(base, path)).map_or_else(
        || "the path is relative to the folder of the package's Cargo.toml".to_owned(),
        |meant| format!("did you mean `{meant}`?"),
    )
}

fn nearest_path(base: &Path, path: &str) -> Option<String> {
    let mut folder = base.to_owned();
    let mut meant: Vec<String> = Vec::new();
    for step in path.split('/').filter(|step| !matches!(*step, "" | ".")) {
        let next = joined(&folder, step);
        if step == ".." || next.exists() {
            folder = next;
            meant.push(step.to_owned());
            continue;
        }
        let entries = std::fs::read_dir(&folder).ok()?;
        let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        let composed: Vec<String> = names.iter().map(|name| composed(name)).collect();
        let near = nearest(&self::composed(step), composed.iter().map(String::as_str))?;
        let name = composed.iter().position(|name| name == near).and_then(|position| names.get(position))?;
        folder.push(name);
        meant.push(name.clone());
    }
    folder.is_file().then(|| meant.join("/"))
}

/// Hangul letters joined to syllables: some systems store file names in letters, and nobody can see the difference.
fn composed(name: &str) -> String {
    const SYLLABLES: u32 = 0xac00;
    let mut out = String::with_capacity(name.len());
    for letter in name.chars() {
        let (code, before) = (u32::from(letter), out.chars().next_back().map(u32::from));
        let joined = match (before, code) {
            (Some(first @ 0x1100..=0x1112), 0x1161..=0x1175) => {
                char::from_u32(SYLLABLES + ((first - 0x1100) * 21 + (code - 0x1161)) * 28)
            }
            (Some(open @ SYLLABLES..=0xd7a3), 0x11a8..=0x11c2) if (open - SYLLABLES).is_multiple_of(28) => {
                char::from_u32(open + (code - 0x11a7))
            }
            _ => None,
        };
        if joined.is_some() {
            out.pop();
        }
        out.push(joined.unwrap_or(letter));
    }
    out
}

/// A catalog that has been read: by which path, shown as what, of which bytes.
struct Remembered {
    file: PathBuf,
    shown: String,
    bytes: Vec<u8>,
    checked: Arc<Checked>,
}

/// How many catalogs a compiler process remembers.
const MOST_REMEMBERED: usize = 64;

static REMEMBERED: Mutex<Vec<Remembered>> = Mutex::new(Vec::new());

/// Checks a catalog once per process and content. Fifty derives on one catalog check it once; an editor's long-lived macro server
/// sees each change, because the bytes are compared.
fn read_once(file: &Path, shown: &str, bytes: &[u8]) -> Arc<Checked> {
    let mut remembered = REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |r: &&Remembered| r.file == file && r.shown == shown && r.bytes == bytes;
    if let Some(known) = remembered.iter().find(same) {
        return Arc::clone(&known.checked);
    }
    let checked = Arc::new(check_without_advice(shown, bytes));
    remembered.retain(|r| r.file != file || r.shown != shown);
    if remembered.len() >= MOST_REMEMBERED {
        remembered.remove(0);
    }
    remembered.push(Remembered {
        file: file.to_owned(),
        shown: shown.to_owned(),
        bytes: bytes.to_owned(),
        checked: Arc::clone(&checked),
    });
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_work_on_one_machine_only_are_refused() {
        for bad in ["", "..\\shared\\x.toml", "/etc/x.toml", "C:/x.toml"] {
            assert!(path_fault(bad).is_some(), "{bad}");
        }
        for good in ["catalogs/x.toml", "../catalogs/x.toml", "./catalogs//x.toml"] {
            assert!(path_fault(good).is_none(), "{good}");
        }
    }

    #[test]
    fn leaving_the_package_is_seen_by_the_words_alone() {
        assert!(leaves("../x.toml") && leaves("a/../../x.toml"));
        assert!(!leaves("a/../x.toml") && !leaves("./catalogs//x.toml"));
        assert_eq!(straight("./../catalogs//x.toml"), "../catalogs/x.toml");
        assert_eq!(straight("a/./b/../../../../x.toml"), "../../x.toml");
    }

    #[test]
    fn a_package_is_told_by_both_of_its_manifests() {
        let folder = std::env::temp_dir().join(format!("llamon-errors-packaged-{}", std::process::id()));
        let by_cargo = "# THIS FILE IS AUTOMATICALLY GENERATED BY CARGO\n[package]\n";
        for (manifest, original, wanted) in
            [(by_cargo, true, true), ("[package]\n", true, false), (by_cargo, false, false)]
        {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
            if original {
                std::fs::write(folder.join("Cargo.toml.orig"), "[package]\n").unwrap();
            }
            assert_eq!(is_packaged(&folder), wanted, "{manifest} {original}");
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn hangul_letters_and_syllables_are_one_name() {
        assert_eq!(composed("\u{1106}\u{116e}\u{11ab}\u{1109}\u{1165}.toml"), "문서.toml");
        assert_eq!(composed("문서.toml"), "문서.toml");
    }

    #[test]
    fn a_catalog_is_checked_again_only_when_its_bytes_change() {
        let file = Path::new("/nowhere/once.toml");
        let first = read_once(file, "once.toml", b"domain = \"a\"");
        assert!(Arc::ptr_eq(&first, &read_once(file, "once.toml", b"domain = \"a\"")));
        let second = read_once(file, "once.toml", b"domain = \"b\"");
        assert_eq!((first.catalog.domain(), second.catalog.domain()), ("a", "b"));
    }
}
