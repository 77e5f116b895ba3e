//! `validator` and `garde`: values that break the rules of their type.

use garde::Validate as _;
use llamon_errors::ErrorCode;
use validator::Validate as _;

use crate::support::{Row, assert_row};

const FAILED: Row = (ErrorCode::InvalidInput, "validation_failed", false);

#[derive(validator::Validate)]
struct Transfer {
    #[validate(range(min = 1))]
    amount: u64,
    #[validate(nested)]
    to: Account,
}

#[derive(validator::Validate)]
struct Account {
    #[validate(length(min = 3))]
    number: String,
}

#[derive(garde::Validate)]
struct Order {
    #[garde(range(min = 1))]
    pieces: u64,
}

#[test]
fn what_validator_refuses_is_invalid_input() {
    let transfer = Transfer { amount: 0, to: Account { number: "7".to_owned() } };
    let errors = transfer.validate().expect_err("nothing in it is right");
    let first = errors.field_errors()["amount"][0].clone();
    assert_row(errors, FAILED);
    assert_row(first, FAILED);
}

#[test]
fn what_garde_refuses_is_invalid_input() {
    let report = Order { pieces: 0 }.validate().expect_err("nothing is ordered");
    let first = report.iter().next().expect("a fault").1.clone();
    assert_row(report, FAILED);
    assert_row(first, FAILED);
}
