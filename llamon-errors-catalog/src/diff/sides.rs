//! Which catalogs of the two versions belong together.
//!
//! Comes in: two sets of catalogs. Goes out: pairs of domains, each with all its entries, of however many files.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::Checked;
use crate::diff::Place;
use crate::model::Entry;
use crate::numbers::NextCodes;
use crate::source::{SourceFile, Spanned};

/// All catalogs of one domain in one version.
#[derive(Default)]
pub(super) struct Side<'c> {
    pub(super) domain: &'c str,
    pub(super) files: Vec<&'c Checked>,
    /// The entries in the order of the files.
    pub(super) entries: Vec<Placed<'c>>,
    by_code: HashMap<&'c str, Placed<'c>>,
    damaged: HashSet<&'c str>,
    next_codes: OnceCell<NextCodes<'c>>,
}

/// An entry and its file.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c> {
    pub(super) source: &'c SourceFile,
    pub(super) entry: &'c Entry,
}

impl Placed<'_> {
    /// Where its code stands.
    pub(super) fn place(&self) -> Place {
        Place { source: self.source.clone(), span: self.entry.span() }
    }
}

impl<'c> Side<'c> {
    fn add(&mut self, checked: &'c Checked) {
        self.domain = checked.catalog.domain();
        self.files.push(checked);
        self.damaged.extend(checked.catalog.damaged().iter().map(|damaged| damaged.code.value.as_str()));
        for entry in checked.catalog.entries() {
            let placed = Placed { source: &checked.source, entry };
            if self.by_code.insert(entry.code(), placed).is_none() {
                self.entries.push(placed);
            }
        }
    }

    pub(super) fn entry(&self, code: &str) -> Option<Placed<'c>> {
        self.by_code.get(code).copied()
    }

    /// Whether a code is there, be it sound or not.
    pub(super) fn has(&self, code: &str) -> bool {
        self.by_code.contains_key(code) || self.damaged.contains(code)
    }

    /// The next free code of the family that `code` belongs to.
    pub(super) fn next_free(&self, code: &str) -> Option<String> {
        let codes = || self.by_code.keys().chain(&self.damaged).copied();
        self.next_codes.get_or_init(|| NextCodes::new(codes())).after(code)
    }

    /// What the catalogs say under a key of their own, each with the first place.
    pub(super) fn all(&self, key: fn(&'c Checked) -> Option<&'c Spanned<String>>) -> BTreeMap<&'c str, Place> {
        let mut all = BTreeMap::new();
        for (checked, said) in self.files.iter().filter_map(|checked| Some((*checked, key(checked)?))) {
            let place = || Place { source: checked.source.clone(), span: said.span };
            all.entry(said.value.as_str()).or_insert_with(place);
        }
        all
    }

    /// Where the first of the files names the domain.
    pub(super) fn domain_place(&self) -> Option<Place> {
        self.all(|checked| checked.catalog.domain.as_ref()).into_values().next()
    }
}

/// Both versions, domain by domain.
pub(super) struct Sides<'c> {
    /// In the order of the old catalogs, then of the new ones.
    pub(super) pairs: Vec<(Option<Side<'c>>, Option<Side<'c>>)>,
}

impl<'c> Sides<'c> {
    pub(super) fn new(old: &'c [Checked], new: &'c [Checked]) -> Self {
        let (old, mut new) = (by_domain(old), by_domain(new));
        let mut pairs: Vec<(Option<Side<'c>>, Option<Side<'c>>)> = Vec::new();
        for side in old {
            let same = new.iter().position(|other| other.domain == side.domain).map(|at| new.remove(at));
            pairs.push((Some(side), same));
        }
        pairs.extend(new.into_iter().map(|side| (None, Some(side))));
        Self { pairs: renamed(pairs) }
    }

    pub(super) fn count(&self) -> usize {
        self.pairs.len()
    }
}

fn by_domain(all: &[Checked]) -> Vec<Side<'_>> {
    let mut sides: Vec<Side<'_>> = Vec::new();
    for checked in all.iter().filter(|checked| !checked.catalog.domain().is_empty()) {
        match sides.iter_mut().find(|side| side.domain == checked.catalog.domain()) {
            Some(side) => side.add(checked),
            None => {
                let mut side = Side::default();
                side.add(checked);
                sides.push(side);
            }
        }
    }
    sides
}

/// Where one domain is left over on either side, and they share a code, the domain was renamed.
fn renamed<'c>(mut pairs: Vec<(Option<Side<'c>>, Option<Side<'c>>)>) -> Vec<(Option<Side<'c>>, Option<Side<'c>>)> {
    let mut lonely = pairs.iter().enumerate().filter(|(_, pair)| pair.0.is_none() || pair.1.is_none());
    let (first, second, more) = (lonely.next(), lonely.next(), lonely.next());
    let (Some((gone, (Some(old), None))), Some((came, (None, Some(new)))), None) = (first, second, more) else {
        return pairs;
    };
    if old.entries.iter().any(|placed| new.has(placed.entry.code())) {
        let new = pairs.remove(came).1;
        if let Some(pair) = pairs.get_mut(gone) {
            pair.1 = new;
        }
    }
    pairs
}
