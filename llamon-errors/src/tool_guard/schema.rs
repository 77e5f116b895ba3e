//! Checks a tool's arguments against its JSON schema: comes in what a model wrote, goes out every fault (SPEC T1).

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::arguments::{ArgumentFault, ArgumentFaultKind, ArgumentFaults};

/// The schema of a tool's arguments, ready to check.
///
/// ```
/// use llamon_errors::tool_guard::ArgumentSchema;
/// use serde_json::json;
///
/// let schema = json!({"type": "object", "required": ["account", "limit"], "properties": {"limit": {"type": "integer"}}});
/// let schema = ArgumentSchema::new(&schema).unwrap();
/// assert_eq!(
///     schema.check(&json!({"limit": "3"})).unwrap_err().to_string(),
///     "Missing required argument: account; Wrong type of argument: limit (expected integer)",
/// );
/// ```
#[derive(Debug)]
pub struct ArgumentSchema(Validator);

impl ArgumentSchema {
    /// A schema; nothing where it is none, or asks for documents from elsewhere. The tool itself looks at its arguments then.
    #[must_use]
    pub fn new(schema: &Value) -> Option<Self> {
        jsonschema::validator_for(schema).ok().map(Self)
    }

    /// Whether arguments keep to the schema.
    ///
    /// # Errors
    /// Every fault, sorted: what is missing first.
    pub fn check(&self, arguments: &Value) -> Result<(), ArgumentFaults> {
        let mut faults: Vec<ArgumentFault> = self.0.iter_errors(arguments).map(|error| fault(&error)).collect();
        faults.sort_by_key(|fault| (fault.kind != ArgumentFaultKind::Missing, fault.field.clone()));
        if faults.is_empty() { Ok(()) } else { Err(ArgumentFaults(faults)) }
    }
}

/// A fault that was found elsewhere.
pub(super) fn faults(error: &ValidationError<'_>) -> ArgumentFaults {
    ArgumentFaults(Vec::from([fault(error)]))
}

fn fault(error: &ValidationError<'_>) -> ArgumentFault {
    // A JSON Pointer (RFC 6901) writes what parts its steps in another way.
    let steps = error.instance_path().as_str().split('/').skip(1);
    let at = steps.map(|step| step.replace("~1", "/").replace("~0", "~")).collect::<Vec<String>>().join(".");
    let inside = |name: &str| if at.is_empty() { name.to_string() } else { format!("{at}.{name}") };
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            ArgumentFault::new(inside(property.as_str().unwrap_or_default()), ArgumentFaultKind::Missing)
        }
        ValidationErrorKind::Type { kind } => {
            ArgumentFault::new(at, ArgumentFaultKind::Type { expected: type_name(kind) })
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            ArgumentFault::new(inside(&unexpected.join(", ")), ArgumentFaultKind::Unknown)
        }
        // The keyword alone: the error's own text repeats the value.
        kind => ArgumentFault::new(at, ArgumentFaultKind::Invalid { rule: kind.keyword().to_string() }),
    }
}

fn type_name(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => one.to_string(),
        TypeKind::Multiple(some) => some.iter().map(|one| one.to_string()).collect::<Vec<String>>().join(" or "),
    }
}
