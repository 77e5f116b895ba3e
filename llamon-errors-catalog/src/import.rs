//! Catalogs from other forms (feature `import`).
//!
//! Comes in: a file of another form. Goes out: a catalog as text, and every decision that only a person can take. Not done here: any rule
//! about catalogs. What was read becomes a draft, the draft is written as TOML, and that is checked like any other file; what the check
//! finds is told with the place in the file that was imported.
//!
//! | module | reads |
//! |---|---|
//! | `tidb` | `errors.toml`, as the TiDB family's generators write it |
//! | `csv` | a table whose header names keys |
//! | `json` | what `export --format json` writes |
//! | `draft` | nothing; here is what the readers fill |
//!
//! ```
//! use llamon_errors_catalog::import::{Form, Options, import};
//!
//! let table = "code,sdk_code,reason,title,retriable\nDOC_005,NOT_FOUND,document_not_found,Gone,false\nDOC_006,NOTFOUND,x,X,true\n";
//! let options = Options { domain: Some("document-service".to_owned()), ..Options::default() };
//! let imported = import("codes.csv", table.as_bytes(), Form::Csv, &options);
//! assert!(imported.text.starts_with("domain = \"document-service\"\n\n[DOC_005]\nsdk_code = \"NOT_FOUND\"\n"));
//! let told: Vec<String> = imported.decisions.iter().map(ToString::to_string).collect();
//! assert_eq!(told, ["codes.csv:3: sdk_code `NOTFOUND` of `DOC_006` is not one of the eight"]);
//! ```

mod csv;
mod draft;
mod json;
mod tidb;

use std::fmt::{self, Write as _};

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::emit::counted;
use crate::emit::toml::placed;
use crate::model::ErrorCode;
use crate::rule::Rule;
use crate::source::SourceFile;

pub use self::draft::{Draft, DraftEntry, Value};

/// The forms that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `errors.toml` of the TiDB family.
    ErrorsToml,
    /// A table with a header.
    Csv,
    /// The JSON of `export`.
    Json,
}

impl Form {
    /// The form that a file's ending means.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
        match ending.as_str() {
            "toml" => Some(Self::ErrorsToml),
            "csv" | "tsv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// What a person has decided already.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The domain, where the file names none; or which of its catalogs is meant.
    pub domain: Option<String>,
    /// The `sdk_code` of errors for which the file says none.
    pub sdk_code: Option<ErrorCode>,
    /// `retriable` of errors for which the file says nothing.
    pub retriable: Option<bool>,
    /// Whether a code names the reason where nothing else does: `ddl:8200` is `ddl_8200`.
    pub reason_from_code: bool,
}

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The catalog. With decisions open it does not pass a check.
    pub text: String,
    /// How many entries it has.
    pub entries: usize,
    /// What only a person can decide, in the order of the file.
    pub decisions: Vec<Decision>,
    missing: [usize; 3],
}

/// Something that only a person can decide.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// Where it comes from: `codes.csv:3`, or a JSON Pointer behind `#`.
    pub place: String,
    /// What is open.
    pub message: String,
    /// What to write, where something is known.
    pub help: Option<String>,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Imported {
    /// The decisions for people, line by line, and which of them options take for all entries at once.
    #[must_use]
    pub fn report(&self) -> String {
        let mut out = String::new();
        for decision in &self.decisions {
            let help = decision.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            let _ = writeln!(out, "{decision}{help}");
        }
        let decisions = counted(self.decisions.len(), "decision is", "decisions are");
        let _ = writeln!(out, "\n{decisions} a person's to take, so no catalog is written");
        let [sdk_code, retriable, reason] = self.missing;
        for (count, option) in [
            (sdk_code, "`--sdk-code-default CODE` is taken where there is no `sdk_code`"),
            (retriable, "`--retriable-default false` is taken where there is no `retriable`"),
            (reason, "`--reason-from-code` makes a reason of the code where there is none"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "help: {option} ({})", counted(count, "entry", "entries"));
            }
        }
        out
    }
}

/// Reads a file of another form. `path` is only shown.
#[must_use]
pub fn import(path: &str, bytes: &[u8], form: Form, options: &Options) -> Imported {
    let mut diagnostics = Diagnostics::default();
    let source = SourceFile::decode(path, bytes, &mut diagnostics);
    let mut decisions: Vec<Decision> = diagnostics.iter().map(|fault| decision(path, fault)).collect();
    let mut draft = Draft::default();
    if source.is_text() {
        draft = match form {
            Form::ErrorsToml => tidb::read(&source, &mut decisions),
            Form::Csv => csv::read(&source, &mut decisions),
            Form::Json => json::read(&source, options.domain.as_deref(), &mut decisions),
        };
        decisions.extend(draft.other_domain(path, options));
        draft.fill(options);
    }
    let (text, places) = placed(&draft);
    let mut imported = Imported { text, entries: draft.entries.len(), decisions, missing: [0; 3] };
    // Of nothing, there is nothing to say but why.
    if imported.entries > 0 || imported.decisions.is_empty() {
        imported.judge(path, &draft, &places);
    }
    imported.decisions.sort_by_cached_key(|decision| order(path, &decision.place));
    imported
}

impl Imported {
    /// Checks the catalog as any other, and tells what is found with the places of the imported file.
    fn judge(&mut self, path: &str, draft: &Draft, places: &[usize]) {
        let checked = crate::check_without_advice(path, self.text.as_bytes());
        let across = crate::check_across([&checked]);
        let errors = checked.diagnostics.iter().chain(&across).filter(|fault| fault.severity() == Severity::Error);
        let mut told = 0;
        for fault in errors {
            told += 1;
            let steps: Vec<String> = fault.as_violation().field.split('/').skip(1).map(unescaped).collect();
            // A code may stand in several entries; the place is that of the one which is at fault.
            let before = fault.span().map_or(0, |span| places.partition_point(|place| *place <= span.start));
            let entry = before.checked_sub(1).and_then(|number| draft.entries.get(number));
            let place = entry.map_or(path, |entry| entry.place.as_str()).to_owned();
            let key = steps.get(1).map(String::as_str);
            if fault.rule() == Rule::MissingKey {
                // What stands there is told already.
                if entry.zip(key).is_some_and(|(entry, key)| entry.is_refused(key)) {
                    continue;
                }
                let of_key = ["sdk_code", "retriable", "reason"].into_iter().zip(&mut self.missing);
                of_key.filter(|(name, _)| key == Some(*name)).for_each(|(_, count)| *count += 1);
            }
            let (message, help) = (fault.message().to_owned(), fault.help_text().map(str::to_owned));
            let help = match (fault.rule(), steps.as_slice()) {
                // Of the catalog's own keys only the domain must be there.
                (Rule::MissingKey, [_]) => Some("say it with `--domain`".to_owned()),
                _ => help,
            };
            self.decisions.push(Decision { place, message, help });
        }
        let more = (checked.diagnostics.error_count() + across.error_count()).saturating_sub(told);
        if more > 0 {
            let message = format!("{more} more faults of the catalog are counted only");
            let help = Some("decide on those before them first".to_owned());
            self.decisions.push(Decision { place: path.to_owned(), message, help });
        }
        if self.entries == 0 && self.decisions.is_empty() {
            let message = "there is no entry in it".to_owned();
            let help = Some("give the file that holds the codes, or say its form with `--from`".to_owned());
            self.decisions.push(Decision { place: path.to_owned(), message, help });
        }
    }
}

/// Where a place of the file is: its line, or the positions of its catalog and its entry. No numbers are the whole file.
fn order(path: &str, place: &str) -> Vec<usize> {
    let behind = place.strip_prefix(path).unwrap_or_default();
    behind.split([':', '/']).filter_map(|piece| piece.parse().ok()).collect()
}

/// A step of a JSON Pointer (RFC 6901) as it was.
fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// A fault of the imported file itself.
fn decision(path: &str, fault: &Diagnostic) -> Decision {
    let line = fault.position().map(|position| format!(":{}", position.line)).unwrap_or_default();
    let (message, help) = (fault.message().to_owned(), fault.help_text().map(str::to_owned));
    Decision { place: format!("{path}{line}"), message, help }
}
