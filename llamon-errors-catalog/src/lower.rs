//! `raw` to model, and every rule that looks at one value.
//!
//! Comes in: what TOML says. Goes out: a [`Catalog`] of sound entries, and a diagnostic for each value at fault. Not done here:
//! rules that compare two values (`check`).
//!
//! | module | lowers |
//! |---|---|
//! | this one | the top level: the catalog's own keys, entries, codes |
//! | `entry` | one table to an entry: which keys its kind has and needs |
//! | `value` | one value: its type and its form |
//! | `message` | messages in their locales, and fields |

mod entry;
mod message;
mod value;

use std::borrow::Cow;

use llamon_errors_core::format::{FormatFault, check_code, check_domain};

use crate::case;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::NameIndex;
use crate::keys::CatalogKey;
use crate::model::Catalog;
use crate::numbers::NextCodes;
use crate::raw::{RawCatalog, RawItem, RawTable, RawValue};
use crate::rule::Rule;
use crate::source::{SourceFile, Span, Spanned};
use crate::suggest::nearest;
use crate::text::{is_hidden, looks_like, written_out};

use self::value::Owner;

pub(crate) fn lower(source: &SourceFile, raw: RawCatalog<'_>, diagnostics: &mut Diagnostics) -> Catalog {
    let excused = Excused { domain: raw.top.damaged, default_locale: raw.top.damaged };
    let mut lower = Lower { source, diagnostics, catalog: Catalog::default(), refused: raw.refused.is_some(), excused };
    lower.catalog.lost_entries = raw.lost_entries;
    lower.catalog.names_domain = raw.top.damaged && has_line_of_domain(source);
    let wanted: Vec<usize> = raw.repeated.iter().map(|(first, _)| first.span.start).collect();
    let steps = if wanted.is_empty() { Vec::new() } else { steps_to(wanted, &raw.top) };
    for (first, again) in raw.repeated {
        let place = steps.binary_search_by_key(&first.span.start, |(start, _)| *start);
        let known = place.ok().and_then(|place| steps.get(place)).map(|(_, steps)| steps.as_slice());
        let alone = [first.value.as_ref()];
        lower.defined_twice(known.unwrap_or(&alone), first.span, again, "remove one of them");
    }
    lower.top_level(raw.top);
    if let Some(refused) = raw.refused.filter(|_| !lower.diagnostics.has_errors()) {
        lower.diagnostics.push(*refused);
    }
    lower.catalog
}

/// The state of one run through a file.
struct Lower<'s, 'd> {
    source: &'s SourceFile,
    diagnostics: &'d mut Diagnostics,
    catalog: Catalog,
    /// TOML refused the file, so a code may stand twice.
    refused: bool,
    excused: Excused,
}

/// Keys of the catalog whose absence another fault explains already.
struct Excused {
    domain: bool,
    default_locale: bool,
}

/// Whether a text that TOML cannot read has a line of a `domain`.
pub(crate) fn has_line_of_domain(source: &SourceFile) -> bool {
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().trim_matches(['"', '\'']) == "domain");
    source.text().lines().any(|line| key(line) == Some(true))
}

/// The steps to the keys that stand at these bytes.
fn steps_to<'r>(mut wanted: Vec<usize>, top: &'r RawTable<'_>) -> Vec<(usize, Vec<&'r str>)> {
    wanted.sort_unstable();
    let mut found = Vec::new();
    let mut open: Vec<(&RawTable<'_>, Vec<&str>)> = vec![(top, Vec::new())];
    while let Some((table, above)) = open.pop() {
        for item in &table.items {
            let steps = || above.iter().copied().chain([item.key.value.as_ref()]).collect::<Vec<_>>();
            if let RawValue::Table(inner) = &item.value.value {
                open.push((inner, steps()));
            }
            if wanted.binary_search(&item.key.span.start).is_ok() {
                found.push((item.key.span.start, steps()));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether an item of the top level is about the catalog itself, and no entry.
fn is_own(item: &RawItem<'_>) -> bool {
    let is_table = matches!(item.value.value, RawValue::Table(_) | RawValue::Array { of_tables: true });
    !is_table || CatalogKey::from_name(&item.key.value).is_some()
}

impl Lower<'_, '_> {
    fn top_level(&mut self, top: RawTable<'_>) {
        self.catalog.entries.reserve_exact(top.items.len());
        // TOML does not ask for an order, and what entries mean depends on them.
        for item in top.items.iter().filter(|item| is_own(item)) {
            self.catalog_key(item);
        }
        if self.catalog.default_locale.is_none() && !self.excused.default_locale {
            let misplaced = |item: &RawItem<'_>| item.key.value == CatalogKey::DefaultLocale.name();
            self.excused.default_locale = top
                .items
                .iter()
                .any(|item| matches!(&item.value.value, RawValue::Table(table) if table.items.iter().any(misplaced)));
        }
        // TOML lets no table stand twice; only what it refused needs a search.
        let codes: Vec<String> =
            top.items.iter().filter(|_| self.refused).map(|item| item.key.value.to_string()).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let (first, twice) = NameIndex::of_list(&codes);
        // The first table of each code that stands twice.
        let mut tables: Vec<Option<Span>> = vec![None; codes.len()];
        let mut again = Vec::new();
        for mut item in top.items.into_iter().filter(|item| !is_own(item)) {
            match &mut item.value.value {
                RawValue::Table(table) => {
                    let number = first.get(&item.key.value).filter(|number| twice.get(*number) == Some(&true));
                    let Some((code, place)) = number.and_then(|number| codes.get(number).zip(tables.get_mut(number)))
                    else {
                        self.entry(item);
                        continue;
                    };
                    // Half of what belongs together may stand at the other place.
                    table.damaged = true;
                    match place {
                        Some(first) => {
                            again.push((*code, *first, item.key.span));
                            self.second_entry(item);
                        }
                        None => {
                            *place = Some(item.key.span);
                            self.entry(item);
                        }
                    }
                }
                _ => self.array_of_tables(&item),
            }
        }
        // What a code at fault probably means is taken as well.
        let faulty = codes.iter().filter(|code| check_code(code).is_err());
        let meant: Vec<String> = faulty.filter_map(|code| looks_like(code)).collect();
        let next_codes = NextCodes::new(codes.iter().copied().chain(meant.iter().map(String::as_str)));
        for (code, first, again) in again {
            let help = match next_codes.after(code) {
                Some(free) => format!("give one of them another code; the next free one is `{free}`"),
                None => "give one of them another code".to_owned(),
            };
            self.defined_twice(&[code], first, again, &help);
        }
        if self.catalog.domain.is_none() && !self.excused.domain {
            self.diagnostics.push(
                Diagnostic::of_file(Rule::MissingKey, self.source, "the catalog has no `domain`".to_owned())
                    .help("begin the file with `domain = \"...\"`, the agent's identifier in kebab-case")
                    .violation("/domain".to_owned(), "a kebab-case string", None),
            );
        }
    }

    fn catalog_key(&mut self, item: &RawItem<'_>) {
        let name = item.key.value.as_ref();
        match CatalogKey::from_name(name) {
            Some(CatalogKey::Domain) => {
                self.excuse(CatalogKey::Domain);
                self.catalog.domain = self.domain(item);
            }
            Some(CatalogKey::Version) => self.catalog.version = self.text(item, Owner::Catalog),
            Some(CatalogKey::DefaultLocale) => {
                self.excuse(CatalogKey::DefaultLocale);
                self.catalog.default_locale = self.locale(item);
            }
            None => {
                let meant = nearest(name, CatalogKey::names());
                meant.and_then(CatalogKey::from_name).into_iter().for_each(|key| self.excuse(key));
                let help = match meant {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        format!("the catalog's own keys are {}; an entry is a table", CatalogKey::listed())
                    }
                };
                let message = format!("the catalog has no key `{}`", shown(name));
                self.fault(Rule::UnknownKey, item.key.span, message, |fault| {
                    fault.help(help).violation(
                        pointer(&[name]),
                        &format!("{} or a table", CatalogKey::listed()),
                        Some(name),
                    )
                });
            }
        }
    }

    /// A key of the catalog is there in some form, so nobody has to be told that it is missing.
    fn excuse(&mut self, key: CatalogKey) {
        match key {
            CatalogKey::Domain => {
                self.excused.domain = true;
                self.catalog.names_domain = true;
            }
            CatalogKey::DefaultLocale => self.excused.default_locale = true,
            CatalogKey::Version => {}
        }
    }

    fn domain(&mut self, item: &RawItem<'_>) -> Option<Spanned<String>> {
        let domain = self.text(item, Owner::Catalog)?;
        let error = match check_domain(&domain.value) {
            Ok(()) => return Some(domain),
            Err(error) => error,
        };
        let name = shown(&domain.value);
        let (message, help) = match (error.fault(), case::to_domain(&domain.value)) {
            (FormatFault::ReservedDomain, _) => (
                format!("domain `{name}` is reserved for errors of the A2A protocol itself"),
                "write your agent's identifier in kebab-case, for example `document-service`".to_owned(),
            ),
            (FormatFault::TooLong, _) => (
                format!("domain `{name}` {}", error.fault().as_str()),
                "write a shorter one; the domain is the agent's identifier".to_owned(),
            ),
            (_, Some(meant)) => (
                format!("domain `{name}` is not kebab-case"),
                format!("write `{meant}`; the domain is the agent's identifier"),
            ),
            (_, None) => (
                format!("domain `{name}` is not kebab-case"),
                "write words of a-z and 0-9 joined by `-`, for example `document-service`".to_owned(),
            ),
        };
        self.fault(Rule::DomainNotKebabCase, domain.span, message, |fault| {
            fault.help(help).violation("/domain".to_owned(), "a kebab-case string", Some(&domain.value))
        });
        None
    }

    fn entry(&mut self, item: RawItem<'_>) {
        let code = item.key.map(Cow::into_owned);
        let RawValue::Table(table) = item.value.value else { return };
        let sound_code = self.code(&code);
        entry::lower(self, code, sound_code, &table);
    }

    /// An entry whose code stands before it already: its faults are told, and the first one counts.
    fn second_entry(&mut self, item: RawItem<'_>) {
        let (entries, damaged) = (self.catalog.entries.len(), self.catalog.damaged.len());
        self.entry(item);
        self.catalog.entries.truncate(entries);
        self.catalog.damaged.truncate(damaged);
    }

    fn code(&mut self, code: &Spanned<String>) -> bool {
        let Err(error) = check_code(&code.value) else { return true };
        let message = match error.fault() {
            FormatFault::Empty => "a code is empty".to_owned(),
            fault => format!("code `{}` {}", shown(&code.value), fault.as_str()),
        };
        let form = "a code is 1 to 128 visible ASCII characters without blanks";
        let meant = looks_like(&code.value).filter(|meant| check_code(meant).is_ok());
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`? {form}"),
            None => format!("{form}, for example `DOC_005`"),
        };
        self.fault(Rule::BadCode, code.span, message, |fault| {
            fault.help(help).violation(pointer(&[&code.value]), "1 to 128 visible ASCII characters", Some(&code.value))
        });
        false
    }

    fn array_of_tables(&mut self, item: &RawItem<'_>) {
        let code = shown(&item.key.value);
        let message = format!("`{code}` is an array of tables, not a table");
        self.catalog.lost_entries = true;
        self.fault(Rule::ArrayOfTables, item.key.span, message, |fault| {
            fault.help(format!("write `[{code}]` with single brackets; each code has a table of its own")).violation(
                pointer(&[&item.key.value]),
                "a table",
                Some("an array of tables"),
            )
        });
    }

    /// A code or a key, given by the steps to it.
    fn defined_twice(&mut self, steps: &[&str], first: Span, again: Span, help: &str) {
        let name = match steps {
            [code, keys @ ..] if !keys.is_empty() => format!("`{}` of `{}`", shown(&keys.join(".")), shown(code)),
            steps => format!("`{}`", shown(&steps.concat())),
        };
        let message = format!("{name} is defined twice");
        let source = self.source;
        self.fault(Rule::DefinedTwice, again, message, |fault| {
            fault.primary_label("defined again here").label(source, first, "first defined here").help(help).violation(
                pointer(steps),
                "one definition",
                steps.last().copied(),
            )
        });
    }

    fn fault(&mut self, rule: Rule, span: Span, message: String, complete: impl FnOnce(Diagnostic) -> Diagnostic) {
        self.diagnostics.push(complete(Diagnostic::new(rule, self.source, span, message)));
    }
}

/// The user's words as a message shows them: one line, no control characters, not endless. A joiner may be what is wrong with a code, so
/// all that is hidden is written out, and not as in texts only what no script needs.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", written_out(text.get(..end).unwrap_or_default(), is_hidden)),
        None => written_out(text, is_hidden),
    }
}

/// A JSON Pointer (RFC 6901) of these steps.
pub(crate) fn pointer(steps: &[&str]) -> String {
    steps.iter().flat_map(|step| ["/".to_owned(), step.replace('~', "~0").replace('/', "~1")]).collect()
}
