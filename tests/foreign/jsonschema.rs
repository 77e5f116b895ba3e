//! Instances that break their schema.

use llamon_errors::ErrorCode;
use serde_json::json;

use crate::support::assert_row;

#[test]
fn an_instance_that_breaks_its_schema_is_invalid_input() {
    let schema = json!({"type": "object", "required": ["account"], "properties": {"account": {"type": "string"}}});
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    for instance in [json!({}), json!({"account": 7})] {
        let error = validator.validate(&instance).expect_err("it breaks the schema").to_owned();
        assert_row(error, (ErrorCode::InvalidInput, "schema_violation", false));
    }
}
