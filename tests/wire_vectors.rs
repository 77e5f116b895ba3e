//! The golden vectors: what each carrier makes of each of the eight codes and of each live code of `catalogs/documents.toml`, line by line.
//! `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests --test wire_vectors` writes them anew.

use std::collections::BTreeSet;

use llamon_errors::a2a::v0_3::{Event, Task, error_data_of, outcome_parts};
use llamon_errors::a2a::v1;
use llamon_errors::json_rpc::{Answer, ErrorResponse, Protocol};
use llamon_errors::response::UnifiedErrorResponse;
use llamon_errors::{ApplicationErrorData, DomainOutcome, ErrorCode, ProtocolErrorData};
use llamon_errors_tests::vectors::{CARRIERS, carried, vectors};
use llamon_errors_tests::{assert_golden, root, with_fixed_time};
use snapbox::{Assert, Data, IntoData as _};

#[test]
fn every_carrier_writes_its_golden_vectors() {
    for carrier in CARRIERS {
        let lines: String = vectors()
            .iter()
            .filter_map(|(name, error)| Some(format!("{name}\t{}\n", carried(carrier, error)?)))
            .collect();
        let golden = Data::read_from(&root().join(format!("tests/snapshots/wire-{carrier}.tsv")), None);
        Assert::new().action_env("SNAPSHOTS").eq(with_fixed_time(&lines).raw(), golden.raw());
    }
}

#[test]
fn every_sdk_code_and_every_live_code_of_the_catalog_has_a_vector() {
    let text = std::fs::read_to_string(root().join("catalogs/documents.toml")).expect("the catalog is there");
    let catalog = toml::de::DeTable::parse(&text).expect("the catalog is TOML").into_inner();
    let live = catalog
        .iter()
        .filter(|(_, entry)| entry.get_ref().as_table().is_some_and(|entry| entry.contains_key("sdk_code")));
    let mut wanted: BTreeSet<String> = live.map(|(code, _)| code.get_ref().to_string()).collect();
    assert_eq!(wanted.len(), 10);
    wanted.extend(ErrorCode::ALL.map(|code| code.as_str().to_owned()));
    let names: BTreeSet<String> = vectors().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, wanted);
}

/// The outcome of `catalogs/documents.toml`.
#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "../catalogs/documents.toml", details)]
enum DocumentOutcome {
    NoRelatedInformation { query: &'static str },
}

#[test]
fn a_result_that_is_no_error_has_its_golden_vector() {
    let parts = outcome_parts(&DocumentOutcome::NoRelatedInformation { query: "전세" });
    let json = serde_json::to_string_pretty(&parts).expect("JSON") + "\n";
    assert_golden("snapshots/wire-outcome.json", &json);
    assert!(error_data_of(&parts).is_none(), "a reader of errors finds none");
}

/// What a reader of a carrier gets of an error.
fn read_back(carrier: &str, wire: &str) -> Option<ApplicationErrorData> {
    let result = |wire: &str| {
        let value: serde_json::Value = serde_json::from_str(wire).expect("JSON");
        value["result"].clone()
    };
    let refused = |wire: &str| {
        let response: ErrorResponse = serde_json::from_str(wire).expect("an error response");
        response.error.error_data().map(ApplicationErrorData::from)
    };
    match carrier {
        "a2a-0.3-status-update" => {
            let Ok(Answer::Result { result, .. }) = serde_json::from_str::<Answer<Event>>(wire) else { return None };
            result.status()?.error_data()
        }
        "a2a-0.3-task" => serde_json::from_value::<Task>(result(wire)).expect("a task").status.error_data(),
        "a2a-1.0-status-update" | "a2a-1.0-task" => {
            match serde_json::from_value::<v1::Event>(result(wire)).expect("an event") {
                v1::Event::StatusUpdate(event) => event.status.error_data(),
                v1::Event::Task(task) => task.status.error_data(),
                _ => None,
            }
        }
        "a2a-0.3-refusal" | "a2a-1.0-refusal" => refused(wire),
        "unified-response" => {
            let (_status, body) = wire.split_once(' ').expect("a status and a body");
            Some(serde_json::from_str::<UnifiedErrorResponse>(body).expect("a response").into())
        }
        "problem-details" => {
            let problem: llamon_errors::response::ProblemDetails = serde_json::from_str(wire).expect("a problem");
            Some(UnifiedErrorResponse::from(problem).into())
        }
        "grpc-status" => {
            let value: serde_json::Value = serde_json::from_str(wire).expect("JSON");
            serde_json::from_str(value["metadata"]["data"].as_str().expect("the data")).ok()
        }
        _ => panic!("no carrier `{carrier}`"),
    }
}

#[test]
fn every_carrier_gives_every_error_back() {
    for carrier in CARRIERS {
        for (name, error) in vectors() {
            let Some(wire) = carried(carrier, &error) else {
                assert_eq!(error.code(), ErrorCode::GuardrailBlocked, "{carrier} {name}");
                continue;
            };
            let mut wanted = error.data().clone();
            if carrier.ends_with("refusal") {
                wanted = ProtocolErrorData::from(wanted).into();
            }
            assert_eq!(read_back(carrier, &wire), Some(wanted), "{carrier} {name}: {wire}");
        }
    }
}

#[test]
fn a_refusal_means_the_same_in_both_versions_whatever_its_number() {
    for (name, error) in vectors() {
        let read = |carrier: &str| -> Option<ProtocolErrorData> {
            let response: ErrorResponse = serde_json::from_str(&carried(carrier, &error)?).expect("an error response");
            Some(response.error.meaning(Protocol::A2a))
        };
        let wanted = (error.code() != ErrorCode::GuardrailBlocked).then(|| error.data().clone().into());
        assert_eq!(read("a2a-0.3-refusal"), wanted, "{name}");
        assert_eq!(read("a2a-1.0-refusal"), wanted, "{name}");
    }
}
