// A message is text with the names of fields in it and nothing else: no formats, no positions, no `self`.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(domain = "placeholders")]
enum Placeholders {
    #[domain_error(code = "P_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "failed: {self}")]
    Itself,
    #[domain_error(code = "P_2", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{0} of {name}")]
    Position { name: String },
    #[domain_error(code = "P_3", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{0}")]
    Tuple(String),
    #[domain_error(code = "P_4", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "kind {r#type}")]
    Raw { r#type: String },
    #[domain_error(code = "P_5", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{user.name} {a-b} {name:>5} {{x} } {")]
    Braces { name: String },
    #[domain_error(code = "P_6", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{name}")]
    Unnamed(String),
}

fn main() {}
