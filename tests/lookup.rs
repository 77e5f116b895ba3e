//! From a code to its entry, with codes as short as people write them.

use llamon_errors::{ApplicationError, DomainError, DomainErrorSpec, FromErrorData, from_catalog};

// Most of its codes are two or three digits.
#[from_catalog("catalogs/verbatim/data-go-kr.toml")]
#[derive(Debug)]
enum Portal {}

#[from_catalog("catalogs/real/data-go-kr.toml")]
#[derive(Debug)]
enum PortalRenamed {}

fn every_code_is_found<E: DomainError>(catalog: &str) {
    let bytes = std::fs::read(catalog).expect("the catalog is there");
    let checked = llamon_errors_catalog::check(catalog, &bytes);
    let mut count = 0;
    for entry in checked.catalog.entries().iter().filter(|entry| entry.as_error().is_some()) {
        assert_eq!(E::from_code(entry.code()).map(DomainErrorSpec::code), Some(entry.code()), "{catalog}");
        count += 1;
    }
    assert!(count > 20, "{count} codes in {catalog}");
}

#[test]
fn every_code_of_the_portals_catalogs_is_found() {
    every_code_is_found::<Portal>("catalogs/verbatim/data-go-kr.toml");
    every_code_is_found::<PortalRenamed>("catalogs/real/data-go-kr.toml");
}

#[derive(Clone, Debug, PartialEq, DomainError)]
#[domain_error(domain = "numbered", decode)]
enum Numbered {
    #[domain_error(code = "101", sdk_code = "NOT_FOUND", title = "gone", retriable = false)]
    Gone,
    #[domain_error(code = "400", sdk_code = "INVALID_INPUT", title = "wrong", retriable = false)]
    Wrong,
}

#[test]
fn two_codes_of_three_digits_are_found_and_read_back() {
    for (error, code) in [(Numbered::Gone, "101"), (Numbered::Wrong, "400")] {
        assert_eq!(Numbered::from_code(code).map(DomainErrorSpec::code), Some(code));
        let sent = ApplicationError::from(error.clone());
        assert_eq!(Numbered::from_error_data(sent.data()).expect("it is one of ours"), error);
    }
    assert!(Numbered::from_code("102").is_none());
}
