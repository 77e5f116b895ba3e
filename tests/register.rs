//! The register of rules, closed under itself: every rule is explained, shown and emitted, and nothing else is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use llamon_errors_catalog::Rule;
use llamon_errors_tests::root;

/// The files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((path, text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{} holds no *{ending}", folder.display());
    found
}

/// Every `LE` with four digits behind it.
fn ids(text: &str) -> BTreeSet<String> {
    text.match_indices("LE")
        .filter_map(|(at, _)| text.get(at..at + 6))
        .filter(|id| id.bytes().skip(2).all(|byte| byte.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

fn register() -> BTreeSet<String> {
    Rule::ALL.iter().map(|rule| rule.id().to_owned()).collect()
}

#[test]
fn ids_are_used_once() {
    assert_eq!(register().len(), Rule::ALL.len());
}

#[test]
fn every_rule_is_explained_in_the_same_form() {
    for rule in Rule::ALL {
        let text = rule.explanation();
        let title = format!("# {}: {}\n", rule.id(), rule.summary());
        assert!(text.starts_with(&title), "{} must begin with {title:?}", rule.id());
        let parts: Vec<&str> = text.split("\nWrong:\n").flat_map(|part| part.split("\nRight:\n")).collect();
        let [what, wrong, right] = parts.as_slice() else { panic!("{}: one `Wrong:` and one `Right:`", rule.id()) };
        assert!(what.len() > title.len() + 20, "{} does not say what is wrong", rule.id());
        assert!(wrong.contains("```"), "{} shows nothing wrong", rule.id());
        let (_, why) = right.rsplit_once("```\n").unwrap_or_else(|| panic!("{} shows nothing right", rule.id()));
        assert!(why.trim().len() > 20, "{} does not say why", rule.id());
    }
}

#[test]
fn every_explanation_belongs_to_a_rule() {
    let folder = root().join("llamon-errors-catalog/src/rule");
    let names = files(&folder, ".md").into_iter().filter_map(|(path, _)| Some(path.file_stem()?.to_str()?.to_owned()));
    assert_eq!(names.collect::<BTreeSet<String>>(), register());
}

/// A rule that nothing emits is a promise that nobody keeps.
#[test]
fn every_rule_is_emitted_somewhere() {
    let mut sources = files(&root().join("llamon-errors-catalog/src"), ".rs");
    sources.extend(files(&root().join("llamon-errors-derive/src"), ".rs"));
    sources.retain(|(path, _)| !path.ends_with("src/rule.rs"));
    for rule in Rule::ALL {
        let name = format!("Rule::{rule:?}");
        let is_named = |text: &str| {
            let ends = |rest: &str| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
            text.match_indices(&name).any(|(at, _)| text.get(at + name.len()..).is_some_and(ends))
        };
        assert!(sources.iter().any(|(_, text)| is_named(text)), "{} ({name}) is emitted nowhere", rule.id());
    }
}

/// The engine's rules have a golden each; those of the macros stand in the compiler's words of `ui`.
#[test]
fn every_rule_is_shown() {
    let shown = files(&root().join("tests/diagnostics"), ".txt");
    let names = shown.iter().filter_map(|(path, _)| Some(path.file_stem()?.to_str()?.to_owned()));
    let names: BTreeSet<String> = names.collect();
    let (macros, engine): (BTreeSet<String>, BTreeSet<String>) =
        register().into_iter().partition(|id| id.starts_with("LE02"));
    assert_eq!(names, engine);
    for (path, text) in &shown {
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        assert!(text.contains(&format!("[{id}]: ")), "{} does not show {id}", path.display());
    }
    let compiler: BTreeSet<String> =
        files(&root().join("tests/ui"), ".stderr").iter().flat_map(|(_, text)| ids(text)).collect();
    let unseen: Vec<&String> = macros.difference(&compiler).collect();
    assert!(unseen.is_empty(), "no golden of the compiler shows {unseen:?}");
}

#[test]
fn goldens_name_no_rule_outside_the_register() {
    let mut goldens = files(&root().join("tests/diagnostics"), ".txt");
    goldens.extend(files(&root().join("tests/hard"), ".txt"));
    goldens.extend(files(&root().join("tests/snapshots"), ".txt"));
    goldens.extend(files(&root().join("tests/ui"), ".stderr"));
    let register = register();
    for (path, text) in goldens {
        let unknown: Vec<String> = ids(&text).into_iter().filter(|id| !register.contains(id)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", path.display());
    }
}

/// Ids that no rule has any more, or that were passed over: whoever finds one in an old log must not read of another rule.
const GIVEN_UP: [&str; 2] = ["LE0115", "LE0117"];

#[test]
fn an_id_that_was_given_up_is_not_given_out_again() {
    let ids: Vec<String> = register().into_iter().collect();
    for id in GIVEN_UP {
        assert!(!ids.contains(&id.to_owned()), "{id}");
    }
    // Within a hundred the ids have no other gap, so whoever takes a rule out comes by here.
    for pair in ids.windows(2) {
        let [Some(before), Some(after)] =
            [&pair[0], &pair[1]].map(|id| id.trim_start_matches("LE").parse::<u32>().ok())
        else {
            panic!("{pair:?}");
        };
        let gap: Vec<String> = (before + 1..after).map(|number| format!("LE{number:04}")).collect();
        let is_known = |id: &String| GIVEN_UP.contains(&id.as_str());
        assert!(before / 100 != after / 100 || gap.iter().all(is_known), "{gap:?}");
    }
}
