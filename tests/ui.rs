//! Mistakes and what the compiler says about them. `TRYBUILD=overwrite cargo test -p llamon-errors-tests --test ui` writes the
//! expected texts anew; read them before you commit them.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
