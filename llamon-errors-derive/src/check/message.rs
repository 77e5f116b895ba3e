//! The placeholders of messages against the fields of variants.

use std::borrow::Cow;

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::index::NameIndex;
use llamon_errors_catalog::model::{Entry, placeholder_span};
use llamon_errors_catalog::suggest::nearest;
use llamon_errors_core::template::placeholders;

use crate::ast::{Field, Flavor, Variant};
use crate::check::Check;

impl Check<'_, '_> {
    /// The fields that fill the placeholders of an entry's message, in the order of the message.
    pub(super) fn arguments(&mut self, variant: &Variant<'_>, index: usize) -> Vec<usize> {
        let Some(message) = self.entry(index).and_then(Entry::facts).and_then(|facts| facts.message()) else {
            return Vec::new();
        };
        let mut arguments = Vec::new();
        let mut told = NameIndex::default();
        for name in placeholders(&message.value) {
            let is_new = told.insert(Cow::Borrowed(name), 0).is_none();
            match variant.field(name) {
                Some((position, field)) => {
                    arguments.push(position);
                    if is_new {
                        self.fillable(variant, index, name, field);
                    }
                }
                None if is_new => self.unknown_placeholder(variant, index, name),
                None => {}
            }
        }
        arguments
    }

    /// A secret never leaves, and a cause is printed by whoever prints the chain.
    fn fillable(&mut self, variant: &Variant<'_>, index: usize, name: &str, field: &Field<'_>) {
        let code = self.entry(index).map_or("", Entry::code);
        let place = self.placeholder_place(index, name);
        if field.attrs.secret.is_some() {
            let message = format!("field `{name}` is secret and cannot be used in the message of `{code}`{place}");
            let help = "take the placeholder out of the message, or `secret` off the field";
            self.errors.push(field.original, Rule::SecretInMessage, &message, Some(help));
        } else if field.is_source() && self.flavor == Flavor::Error {
            let message = format!("message of `{code}` prints the cause of `{}`: `{{{name}}}`{place}", variant.name);
            let help =
                "take the placeholder out of the message; whoever prints the chain of causes would print it twice";
            self.errors.push(field.original, Rule::CauseInMessage, &message, Some(help));
        }
    }

    fn unknown_placeholder(&mut self, variant: &Variant<'_>, index: usize, name: &str) {
        let code = self.entry(index).map_or("", Entry::code);
        let place = self.placeholder_place(index, name);
        let names = || variant.fields.iter().filter_map(|field| field.name.as_deref());
        let (lacks, help) = match (nearest(name, names()), variant.fields.len(), names().count()) {
            (Some(meant), _, _) => ("has no such field", format!("did you mean `{{{meant}}}`?")),
            (None, 0, _) => ("has no fields", format!("write `{} {{ {name}: ... }}`", variant.name)),
            (None, _, 0) => ("has no names for its fields", format!("write `{} {{ {name}: ... }}`", variant.name)),
            (None, ..) => {
                ("has no such field", format!("add a field `{name}`, or take the placeholder out of the message"))
            }
        };
        let message = format!("message of `{code}` uses `{{{name}}}`, but variant `{}` {lacks}{place}", variant.name);
        self.errors.push(variant.tokens(), Rule::UnknownPlaceholder, &message, Some(&help));
    }

    fn placeholder_place(&self, index: usize, name: &str) -> String {
        let message = self.entry(index).and_then(Entry::facts).and_then(|facts| facts.message());
        message.map(|message| self.place(placeholder_span(&self.checked.source, message, name))).unwrap_or_default()
    }
}
