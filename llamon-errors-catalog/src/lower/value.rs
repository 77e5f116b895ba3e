//! One value: its type and its form.

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::{FormatFault, MAX_LENGTH, MAX_RETRY_AFTER_MS, check_error_source, check_reason};
use llamon_errors_core::source_system::SourceSystem;

use crate::case;
use crate::keys::Key;
use crate::lower::{Lower, pointer, shown};
use crate::raw::{RawItem, RawValue};
use crate::rule::Rule;
use crate::source::Spanned;
use crate::suggest::nearest;
use crate::text::is_invisible;

const EIGHT_CODES: &str = "one of: INVALID_INPUT, AUTH_REQUIRED, NOT_FOUND, UPSTREAM_UNAVAILABLE, UPSTREAM_TIMEOUT, \
                           RATE_LIMITED, GUARDRAIL_BLOCKED, INTERNAL_ERROR";

/// Whose key a value stands under.
#[derive(Clone, Copy)]
pub(super) enum Owner<'c> {
    /// The catalog's own.
    Catalog,
    /// That of an entry, by its code.
    Entry(&'c str),
    /// That of a table under a key of an entry: a locale's of `message`, a field's of `fields`.
    Inside(&'c str, Key),
}

impl Owner<'_> {
    /// A key as messages name it: `` `title` of `DOC_005` ``, `` `message.ko` of `DOC_005` ``.
    fn named(self, name: &str) -> String {
        let name = shown(name);
        match self {
            Self::Catalog => format!("`{name}`"),
            Self::Entry(code) => format!("`{name}` of `{}`", shown(code)),
            Self::Inside(code, key) => format!("`{}.{name}` of `{}`", key.name(), shown(code)),
        }
    }

    fn field(self, name: &str) -> String {
        match self {
            Self::Catalog => pointer(&[name]),
            Self::Entry(code) => pointer(&[code, name]),
            Self::Inside(code, key) => pointer(&[code, key.name(), name]),
        }
    }
}

fn write_instead(name: &str, value: &str) -> String {
    format!("write `{} = {value}`", shown(name))
}

/// What other systems call the idea of one of the eight: the names of gRPC and of HTTP.
fn same_idea(text: &str) -> Option<&'static str> {
    let sdk_code = match text.trim().to_ascii_uppercase().as_str() {
        "INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "OUT_OF_RANGE" | "BAD_REQUEST" => ErrorCode::InvalidInput,
        "UNAUTHENTICATED" | "PERMISSION_DENIED" | "UNAUTHORIZED" | "FORBIDDEN" => ErrorCode::AuthRequired,
        "UNAVAILABLE" | "SERVICE_UNAVAILABLE" | "BAD_GATEWAY" => ErrorCode::UpstreamUnavailable,
        "TIMEOUT" | "DEADLINE_EXCEEDED" | "GATEWAY_TIMEOUT" => ErrorCode::UpstreamTimeout,
        "RESOURCE_EXHAUSTED" | "TOO_MANY_REQUESTS" | "QUOTA_EXCEEDED" => ErrorCode::RateLimited,
        "INTERNAL" | "UNKNOWN" | "INTERNAL_SERVER_ERROR" => ErrorCode::InternalError,
        _ => return None,
    };
    Some(sdk_code.as_str())
}

impl Lower<'_, '_> {
    pub(super) fn wrong_type(&mut self, item: &RawItem<'_>, owner: Owner<'_>, expected: &str, help: Option<String>) {
        let name = item.key.value.as_ref();
        let actual = item.value.value.kind();
        let message = format!("{} is {actual}, not {expected}", owner.named(name));
        self.fault(Rule::WrongType, item.value.span, message, |fault| {
            fault.maybe_help(help).violation(owner.field(name), expected, Some(actual))
        });
    }

    /// A string with something to read in it.
    pub(super) fn text(&mut self, item: &RawItem<'_>, owner: Owner<'_>) -> Option<Spanned<String>> {
        let name = item.key.value.as_ref();
        let RawValue::String(text) = &item.value.value else {
            let written = self.source.slice(item.value.span);
            let scalar = matches!(item.value.value, RawValue::Integer(_) | RawValue::Float | RawValue::Boolean(_));
            self.wrong_type(
                item,
                owner,
                "a string",
                scalar.then(|| write_instead(name, &format!("\"{}\"", shown(written)))),
            );
            return None;
        };
        if text.chars().all(|letter| letter.is_whitespace() || is_invisible(letter)) {
            let message = format!("{} is {}", owner.named(name), if text.is_empty() { "empty" } else { "blank" });
            self.fault(Rule::BlankText, item.value.span, message, |fault| {
                fault.help("write something people can read, or remove the key if it is optional").violation(
                    owner.field(name),
                    "a text that is not blank",
                    Some(text),
                )
            });
            return None;
        }
        Some(Spanned::new(text.clone().into_owned(), item.value.span))
    }

    pub(super) fn boolean(&mut self, item: &RawItem<'_>, owner: Owner<'_>) -> Option<Spanned<bool>> {
        let name = item.key.value.as_ref();
        let meant = match &item.value.value {
            RawValue::Boolean(value) => return Some(Spanned::new(*value, item.value.span)),
            RawValue::String(text) => text.trim().to_ascii_lowercase().parse::<bool>().ok(),
            RawValue::Integer(Some(number)) => {
                [(0, false), (1, true)].iter().find(|(n, _)| n == number).map(|(_, b)| *b)
            }
            _ => None,
        };
        let help = match meant {
            Some(meant) => write_instead(name, &meant.to_string()),
            None => format!("write `{name} = true` or `{name} = false`"),
        };
        self.wrong_type(item, owner, "a boolean", Some(help));
        None
    }

    pub(super) fn sdk_code(&mut self, item: &RawItem<'_>, code: &str) -> Option<Spanned<ErrorCode>> {
        let RawValue::String(text) = &item.value.value else {
            self.wrong_type(item, Owner::Entry(code), "a string", Some(format!("write {EIGHT_CODES}")));
            return None;
        };
        if let Some(sdk_code) = ErrorCode::from_wire(text) {
            return Some(Spanned::new(sdk_code, item.value.span));
        }
        let meant = nearest(text, ErrorCode::ALL.map(ErrorCode::as_str)).or_else(|| same_idea(text));
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("write {EIGHT_CODES}"),
        };
        let message = format!("sdk_code `{}` of `{}` is not one of the eight", shown(text), shown(code));
        self.fault(Rule::UnknownSdkCode, item.value.span, message, |fault| {
            fault.help(help).violation(pointer(&[code, "sdk_code"]), EIGHT_CODES, Some(text))
        });
        None
    }

    pub(super) fn reason(&mut self, item: &RawItem<'_>, code: &str) -> Option<Spanned<String>> {
        let reason = self.text(item, Owner::Entry(code))?;
        let Err(error) = check_reason(&reason.value) else { return Some(reason) };
        let name = shown(&reason.value);
        let (message, help) = if error.fault() == FormatFault::TooLong {
            (
                format!("reason `{name}` of `{}` is longer than {MAX_LENGTH} characters", shown(code)),
                "write a shorter one; 63 characters reach every peer uncut".to_owned(),
            )
        } else {
            let help = match case::to_reason(&reason.value) {
                Some(meant) => format!("write `{meant}`"),
                None => "write words of a-z and 0-9 joined by `_`, for example `document_not_found`".to_owned(),
            };
            (format!("reason `{name}` of `{}` is not snake_case", shown(code)), help)
        };
        self.fault(Rule::ReasonNotSnakeCase, reason.span, message, |fault| {
            fault.help(help).violation(pointer(&[code, "reason"]), "a snake_case string", Some(&reason.value))
        });
        None
    }

    pub(super) fn error_source(&mut self, item: &RawItem<'_>, code: &str) -> Option<Spanned<String>> {
        let source = self.text(item, Owner::Entry(code))?;
        let Err(error) = check_error_source(&source.value) else { return Some(source) };
        let systems = SourceSystem::ALL.map(SourceSystem::as_str);
        let listed = systems.join(", ");
        let (what, help) = match error.fault() {
            FormatFault::UnknownSystem => {
                let system = source.value.split(':').next().unwrap_or_default();
                // `https:` is near to `http`: most often it begins an address, and an address belongs behind the system.
                let asked =
                    nearest(system, systems).map(|meant| format!("did you mean `{meant}`? ")).unwrap_or_default();
                ("names no known system".to_owned(), format!("{asked}the systems are {listed}"))
            }
            fault @ (FormatFault::NotAscii | FormatFault::BlankOrControl) => (
                fault.as_str().to_owned(),
                "the locator is visible ASCII without blanks; percent-encode what is not".to_owned(),
            ),
            fault => (
                fault.as_str().to_owned(),
                format!("write `system:locator`, for example `mcp:MCP-001/check`; the systems are {listed}"),
            ),
        };
        let message = format!("error_source `{}` of `{}` {what}", shown(&source.value), shown(code));
        self.fault(Rule::BadErrorSource, source.span, message, |fault| {
            fault.help(help).violation(pointer(&[code, "error_source"]), "system:locator", Some(&source.value))
        });
        None
    }

    pub(super) fn retry_after_ms(&mut self, item: &RawItem<'_>, code: &str) -> Option<Spanned<u64>> {
        let written = self.source.slice(item.value.span);
        let what = match &item.value.value {
            RawValue::Integer(Some(number)) => match u64::try_from(*number) {
                Ok(number) if number <= MAX_RETRY_AFTER_MS => return Some(Spanned::new(number, item.value.span)),
                Ok(_) => "is longer than 365 days",
                Err(_) => "is negative",
            },
            RawValue::Integer(None) => "is longer than 365 days",
            RawValue::Float => "is not a whole number",
            _ => {
                self.wrong_type(
                    item,
                    Owner::Entry(code),
                    "an integer",
                    Some("write whole milliseconds, for example 1500".to_owned()),
                );
                return None;
            }
        };
        let message = format!("retry_after_ms `{}` of `{}` {what}", shown(written), shown(code));
        self.fault(Rule::BadRetryAfter, item.value.span, message, |fault| {
            fault.help("write whole milliseconds, from 0 up to 31536000000 (365 days)").violation(
                pointer(&[code, "retry_after_ms"]),
                "an integer from 0 to 31536000000",
                Some(written),
            )
        });
        None
    }

    pub(super) fn docs_url(&mut self, item: &RawItem<'_>, code: &str) -> Option<String> {
        let url = self.text(item, Owner::Entry(code))?;
        let rest = ["https://", "http://"].iter().find_map(|scheme| url.value.strip_prefix(scheme));
        if rest
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && !"<>\"`".contains(c)))
        {
            return Some(url.value);
        }
        let message = format!("docs_url `{}` of `{}` is not an http or https address", shown(&url.value), shown(code));
        self.fault(Rule::BadDocsUrl, url.span, message, |fault| {
            fault.help("write the whole address, for example `https://docs.example.com/errors/DOC_005`").violation(
                pointer(&[code, "docs_url"]),
                "an http or https URL",
                Some(&url.value),
            )
        });
        None
    }
}
