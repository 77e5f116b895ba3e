//! What `llamon-errors` costs, side by side with its peers.

fn main() {}
