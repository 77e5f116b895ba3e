//! What a check of several catalogs found: what every report is made of.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::{Checked, check_across};

/// What a check of several catalogs found, file by file.
#[derive(Clone, Debug)]
pub struct Findings {
    files: Vec<FileFindings>,
    /// Files that could not be read, by the names to show.
    pub unreadable: Vec<String>,
    /// Whether warnings make the check fail.
    pub deny_warnings: bool,
    pub(super) entries: usize,
    /// How many faults between files were found and not kept, errors and warnings.
    pub(super) between: (usize, usize),
}

/// What was found in one file, in the order of its text.
#[derive(Clone, Debug)]
pub struct FileFindings {
    /// The name to show.
    pub path: String,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more were found and not kept, errors and warnings.
    pub omitted: usize,
    errors: usize,
    warnings: usize,
}

impl Findings {
    /// Gathers what the checks of each catalog found, and checks the catalogs against each other.
    #[must_use]
    pub fn new(all: Vec<Checked>) -> Self {
        let mut of_file: HashMap<String, Diagnostics> = HashMap::new();
        let across = check_across(&all);
        let kept = across.iter().filter(|fault| fault.severity() == Severity::Error).count();
        let between = (across.error_count() - kept, across.warning_count() - (across.len() - kept));
        for diagnostic in &across {
            of_file.entry(diagnostic.source().path().to_owned()).or_default().push(diagnostic.clone());
        }
        let mut findings =
            Self { files: Vec::new(), unreadable: Vec::new(), deny_warnings: false, entries: 0, between };
        for Checked { source, catalog, mut diagnostics } in all {
            diagnostics.extend(of_file.remove(source.path()).unwrap_or_default());
            diagnostics.sort();
            findings.entries += catalog.codes().count();
            findings.files.push(FileFindings {
                path: source.path().to_owned(),
                omitted: diagnostics.omitted(),
                errors: diagnostics.error_count(),
                warnings: diagnostics.warning_count(),
                diagnostics: diagnostics.into_vec(),
            });
        }
        findings
    }

    /// The files, in the order in which they were given.
    #[must_use]
    pub fn files(&self) -> &[FileFindings] {
        &self.files
    }

    /// Every diagnostic, file by file.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.files.iter().flat_map(|file| &file.diagnostics)
    }

    /// How many errors there are, those not kept too.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.files.iter().map(|file| file.errors).sum::<usize>() + self.between.0
    }

    /// How many warnings there are, those not kept too.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.files.iter().map(|file| file.warnings).sum::<usize>() + self.between.1
    }

    /// How many were found and not kept, in files and between them.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.files.iter().map(|file| file.omitted).sum::<usize>() + self.between.0 + self.between.1
    }

    /// Whether the check fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.errors() > 0 || self.deny_warnings && self.warnings() > 0
    }

    /// One line: what was checked and what came of it.
    #[must_use]
    pub fn summary(&self) -> String {
        let denied = if self.deny_warnings && self.warnings() > 0 { " (denied)" } else { "" };
        format!(
            "checked {} in {}: {}, {}{denied}",
            counted(self.entries, "entry", "entries"),
            counted(self.files.len(), "catalog", "catalogs"),
            counted(self.errors(), "error", "errors"),
            counted(self.warnings(), "warning", "warnings"),
        )
    }
}

/// A count and what is counted.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The message, and what to write below it.
pub(super) fn with_help(diagnostic: &Diagnostic) -> String {
    match diagnostic.help_text() {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message()),
        None => diagnostic.message().to_owned(),
    }
}

/// A severity as SARIF and GitHub call it, too.
pub(super) const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A value as indented JSON with a line end. What is emitted here has strings for keys and no floats, so it cannot fail.
pub(super) fn pretty<T: serde::Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn a_summary_says_denied_where_a_warning_makes_it_fail() {
        let sound =
            "domain = \"d\"\n[A]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
        let advised = sound.replace("\"Gone\"", "\"A\"");
        let summary = |text: &str, deny_warnings: bool| {
            let mut findings = Findings::new(vec![check("c.toml", text.as_bytes())]);
            findings.deny_warnings = deny_warnings;
            (findings.summary(), findings.fails())
        };
        let checked = |rest: &str| format!("checked 1 entry in 1 catalog: 0 errors, {rest}");
        assert_eq!(summary(sound, true), (checked("0 warnings"), false));
        assert_eq!(summary(&advised, false), (checked("1 warning"), false));
        assert_eq!(summary(&advised, true), (checked("1 warning (denied)"), true));
    }
}
