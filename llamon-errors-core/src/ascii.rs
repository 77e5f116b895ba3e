//! Byte comparisons that a `const fn` can call; `str == str` cannot be called there yet.

/// Whether two texts are equal byte for byte.
pub(crate) const fn equal(left: &str, right: &str) -> bool {
    equal_bytes(left.as_bytes(), right.as_bytes())
}

/// Whether two byte strings are equal.
pub(crate) const fn equal_bytes(mut left: &[u8], mut right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
        if *a != *b {
            return false;
        }
        (left, right) = (left_rest, right_rest);
    }
    true
}
