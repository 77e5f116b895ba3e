//! The order of the steps (SPEC M13): comes in an error, goes out what the first step says that knows it. Not done here: the table itself.

use llamon_errors_core::error_code::ErrorCode;

use super::chain::{Node, nodes};
use super::table::{self, Hit};
use super::type_name::{reason_of_debug, reason_of_type};
use super::{Classification, Rules};
use crate::application_error::ApplicationError;
use crate::domain_error::DomainError;

/// What the steps found.
pub(super) struct Found<'e> {
    /// What the error is.
    pub(super) verdict: Verdict<'e>,
    /// How often a wrapper has tried again.
    pub(super) retried: Option<u32>,
}

/// What an error is.
pub(super) enum Verdict<'e> {
    /// One that says all about itself.
    Application(&'e ApplicationError),
    /// One that a catalog knows.
    Domain(&'e (dyn DomainError + 'static)),
    /// One that a rule or the table knows, or nobody.
    Known(Classification),
}

impl Rules {
    /// All steps in one walk. Each looks at the whole chain: what an earlier step finds further in outranks what a later one has found
    /// further out.
    pub(super) fn search<'e>(&self, top: Node<'e>, type_name: Option<&str>) -> Found<'e> {
        let (mut domain, mut rule, mut sure, mut vague, mut shell) = (None, None, None, None, None);
        let mut retried = None;
        for node in nodes(top) {
            retried = retried.or_else(|| self.retried.iter().find_map(|count| count(node)));
            if let Some(error) = node.find::<ApplicationError>() {
                return Found { verdict: Verdict::Application(error), retried };
            }
            domain = domain.or_else(|| self.domain_at(node));
            if domain.is_none() && rule.is_none() {
                rule = self.types.iter().find_map(|rule| rule(node));
            }
            // What stands further out in the table counts, so nothing is asked behind it.
            if domain.is_none() && rule.is_none() && sure.is_none() {
                match table::hit(node) {
                    Some(Hit::Sure(known)) => sure = Some(known),
                    Some(Hit::Unless(known)) => vague = vague.or(Some(known)),
                    Some(Hit::Shell(known)) => shell = shell.or(Some(known)),
                    None => {}
                }
            }
        }
        let verdict = match (domain, rule.or(sure).or(vague).or(shell)) {
            (Some(error), _) => Verdict::Domain(error),
            (None, Some(known)) => Verdict::Known(known),
            (None, None) => Verdict::Known(fallback(top, type_name)),
        };
        Found { verdict, retried }
    }

    /// The domain error that stands at a place, if its enum was registered.
    pub(super) fn domain_at<'e>(&self, node: Node<'e>) -> Option<&'e (dyn DomainError + 'static)> {
        self.domains.iter().find_map(|as_domain_error| as_domain_error(node))
    }
}

/// Nobody knows the error. Its reason is what it is called.
fn fallback(top: Node<'_>, type_name: Option<&str>) -> Classification {
    let reason = type_name.and_then(reason_of_type);
    let reason = reason.unwrap_or_else(|| reason_of_debug(nodes(top).map(Node::link)));
    Classification::new(ErrorCode::InternalError, reason)
}
