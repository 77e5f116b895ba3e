//! Mistakes at raising an error by hand, and what the compiler says about them. `TRYBUILD=overwrite cargo test -p llamon-errors-tests
//! --test wire_ui` writes the expected texts anew; read them before you commit them.

#[test]
fn what_cannot_be_raised_does_not_compile() {
    trybuild::TestCases::new().compile_fail("ui-raise/*.rs");
}
