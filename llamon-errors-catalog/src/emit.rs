//! Text made from a catalog. Nothing here can fail, and the same catalog gives the same bytes.

pub mod rust;
