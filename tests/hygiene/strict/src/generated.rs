//! Enums written from a catalog whose texts want to be more than text.

use ::core::clone::Clone;
use ::llamon_errors::from_catalog;
use ::std::fmt::Debug;

/// Written from the catalog.
#[from_catalog("catalogs/hostile.toml", decode, details)]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Hostile {}

/// Its outcomes.
#[from_catalog("catalogs/hostile.toml", outcomes)]
#[derive(Clone, Debug)]
pub enum HostileOutcome {}
