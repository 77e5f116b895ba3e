//! What an enum costs whoever compiles the crate it stands in.
//!
//! Measured is one whole `cargo build` of that crate, its dependencies built before, incremental off: cargo's own start, the macro, the
//! compiler, the writing of the library. CPU seconds, the least of a few builds that run in turn. Enums of 100, 1,000 and
//! 8,000 variants, each without fields and with two (`first: String`, `second: u32`, both used in the message), in cargo's debug and
//! release profiles. No side derives `Debug`.
//!
//! The sides, on the same enum with the same texts:
//!
//! * ours: the derive on a catalog; beside `Display` and `Error` it gives each error's code, `sdk_code`, reason, title and `retriable`,
//!   and finds them by code.
//! * thiserror 2.0.21 with a hand-written `match` that gives code, `sdk_code`, reason and `retriable`, which thiserror does not; the
//!   ratio without that match is printed too.
//! * hand-written: `Display`, `Error` and that `match`.
//!
//! A full run draws `benches/compile-cost.svg` from the enums with two fields, and builds one of 3,000 variants for it.
//!
//! Growth from 1,000 to 8,000 variants is printed for each side; the peers' own says how much of it is the compiler's.
//!
//! `from_catalog` is measured on a real catalog of 5,898 codes. Its peers are written from the same catalog: the same codes as variants,
//! the titles as texts.
//!
//! It is not the cost of a check (`cargo check` generates no code), nor of a program: a library whose functions nobody calls still
//! compiles them, and what the linker drops later is paid here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use llamon_errors_catalog::case::to_variant;
use llamon_errors_catalog::check;

use crate::Plan;
use crate::build_cost::{Cost, Profile, build};
use crate::catalogs::real_folder;
use crate::chart::{self, Line, Panel};
use crate::measure::Measure;
use crate::scratch::{self, Scratch};

/// Who writes the enum's impls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Ours,
    Thiserror,
    ThiserrorAlone,
    Hand,
}

impl Side {
    const ALL: [Self; 4] = [Self::Ours, Self::Thiserror, Self::ThiserrorAlone, Self::Hand];

    /// The word in the names of scratch crates.
    fn word(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Thiserror => "thiserror",
            Self::ThiserrorAlone => "thiserror-alone",
            Self::Hand => "hand",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ours => "the derive on a catalog",
            Self::Thiserror => "thiserror and the match of facts",
            Self::ThiserrorAlone => "thiserror alone",
            Self::Hand => "hand-written code",
        }
    }

    fn dependencies(self) -> String {
        match self {
            Self::Ours => scratch::ours(),
            Self::Thiserror | Self::ThiserrorAlone => "thiserror = \"2\"".to_owned(),
            Self::Hand => String::new(),
        }
    }
}

/// One variant and its facts.
struct Entry {
    variant: String,
    code: String,
    sdk_code: String,
    reason: String,
    text: String,
    retriable: bool,
}

const SIZES: [usize; 3] = [100, 1_000, 8_000];

/// A size for the chart alone.
const BETWEEN: usize = 3_000;

/// The size that targets are about.
const MAIN: usize = 1_000;

const FACTOR_OF_GROWTH: f64 = 9.0;

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let mut panels = Vec::new();
    for profile in [Profile::Debug, Profile::Release] {
        for fields in [false, true] {
            let mut seconds = BTreeMap::new();
            for size in SIZES.into_iter().filter(|size| *size <= MAIN || !plan.quick) {
                let costs = one_size(plan, size, fields, profile);
                ratios(&costs, size, fields, profile, tell);
                seconds.insert(size, costs);
            }
            growth(&seconds, fields, profile, tell);
            if fields && !plan.quick {
                seconds.insert(BETWEEN, one_size(plan, BETWEEN, fields, profile));
                panels.extend(panels_of(&seconds, profile));
            }
        }
        if !plan.quick {
            real(profile, tell);
        }
    }
    if !plan.quick {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("compile-cost.svg");
        chart::write(&path, &panels);
    }
}

/// The cost of each side.
type Costs = BTreeMap<Side, Cost>;

fn one_size(plan: Plan, size: usize, fields: bool, profile: Profile) -> Costs {
    let entries = made_up(size, fields);
    let scratches = Side::ALL.map(|side| {
        let name = format!("{}-{size}-{}", side.word(), if fields { "two-fields" } else { "no-fields" });
        let catalog = (side == Side::Ours).then(|| catalog(&entries));
        (side, Scratch::write(&name, &side.dependencies(), catalog.as_deref(), source(side, &entries, fields)))
    });
    // A large crate takes half a minute in release; its time moves little from build to build.
    let rounds = match (size > MAIN, profile) {
        (true, Profile::Release) => 1,
        (true, Profile::Debug) => 2,
        (false, _) => 5,
    };
    least(&scratches, plan.rounds(rounds), profile)
}

/// The least CPU time of each, in builds that run in turn.
fn least(scratches: &[(Side, Scratch)], rounds: usize, profile: Profile) -> Costs {
    let target = scratch::root().join("target");
    let mut costs = Costs::new();
    // The first builds compile the dependencies; with a small crate that is there already it costs nothing.
    for round in 0..=rounds {
        for (side, scratch) in scratches {
            if round == 0 {
                let name = format!("dependencies-{}", side.word());
                let empty = Scratch::write(&name, &side.dependencies(), None, String::new());
                build(&empty.folder, &target, profile);
            } else {
                scratch.touch();
                let cost = build(&scratch.folder, &target, profile);
                costs.entry(*side).and_modify(|least| *least = least.min(cost)).or_insert(cost);
            }
        }
    }
    costs
}

fn ratios(costs: &Costs, size: usize, fields: bool, profile: Profile, tell: &mut dyn FnMut(Measure)) {
    let is_main = size == MAIN && fields;
    for (side, target) in [(Side::Thiserror, Some(0.4)), (Side::ThiserrorAlone, None), (Side::Hand, Some(1.5))] {
        let name = format!("{} against {}, CPU s", what(size, fields, profile), side.name());
        let target = target.filter(|_| is_main);
        tell(Measure { name, ours: cost(costs, Side::Ours), peer: cost(costs, side), target });
        let name = format!("{} against {}, peak memory of the compiler MB", what(size, fields, profile), side.name());
        tell(Measure { name, ours: peak(costs, Side::Ours), peer: peak(costs, side), target: None });
    }
}

/// The large enum of each side against its own small one.
fn growth(seconds: &BTreeMap<usize, Costs>, fields: bool, profile: Profile, tell: &mut dyn FnMut(Measure)) {
    let (Some(small), Some(large)) = (seconds.get(&MAIN), seconds.get(&8_000)) else { return };
    for side in Side::ALL {
        let name = format!("{} against {MAIN}, both {}, CPU s", what(8_000, fields, profile), side.name());
        let target = (side == Side::Ours).then_some(FACTOR_OF_GROWTH);
        tell(Measure { name, ours: cost(large, side), peer: cost(small, side), target });
    }
}

fn what(size: usize, fields: bool, profile: Profile) -> String {
    let fields = if fields { "with two fields" } else { "without fields" };
    format!("{} build of {size} variants {fields}", profile.name())
}

fn cost(costs: &Costs, side: Side) -> f64 {
    costs.get(&side).map_or(f64::NAN, |cost| cost.cpu)
}

fn peak(costs: &Costs, side: Side) -> f64 {
    costs.get(&side).map_or(f64::NAN, |cost| cost.peak)
}

/// The costs of one profile over the sizes: time, and memory.
#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn panels_of(by_size: &BTreeMap<usize, Costs>, profile: Profile) -> [Panel; 2] {
    let panel = |what: &str, cost: fn(&Costs, Side) -> f64| {
        let line = |side: Side| Line {
            name: side.name(),
            points: by_size.iter().map(|(size, costs)| (*size as f64, cost(costs, side))).collect(),
        };
        let lines = [Side::Ours, Side::Thiserror, Side::Hand].map(line).into();
        Panel { title: format!("{} build, two fields each, {what}", profile.name()), lines }
    };
    [panel("CPU seconds", cost), panel("peak memory of the compiler, MB", peak)]
}

/// `from_catalog` on all codes of AWS.
fn real(profile: Profile, tell: &mut dyn FnMut(Measure)) {
    let bytes = std::fs::read(real_folder().join("aws-all.toml")).expect("the catalog can be read");
    let checked = check("aws-all.toml", &bytes);
    let entries: Vec<Entry> = checked
        .catalog
        .entries()
        .iter()
        .filter_map(|entry| entry.as_error().map(|error| (entry.code(), error)))
        .map(|(code, error)| Entry {
            variant: to_variant(&code.to_ascii_lowercase()),
            code: code.to_owned(),
            sdk_code: error.sdk_code.value.as_str().to_owned(),
            reason: error.facts.reason.value.clone(),
            text: error.facts.title.value.clone(),
            retriable: error.retriable.value,
        })
        .collect();
    let scratches = Side::ALL.map(|side| {
        let name = format!("{}-aws-all", side.word());
        if side == Side::Ours {
            let text = String::from_utf8_lossy(&bytes);
            let source = "#[llamon_errors::from_catalog(\"catalogs/c.toml\")]\npub enum E {}\n".to_owned() + DEBUG;
            (side, Scratch::write(&name, &side.dependencies(), Some(&text), source))
        } else {
            (side, Scratch::write(&name, &side.dependencies(), None, source(side, &entries, false)))
        }
    });
    let costs = least(&scratches, 1, profile);
    for side in [Side::Thiserror, Side::ThiserrorAlone, Side::Hand] {
        let count = entries.len();
        let name =
            format!("{} build of from_catalog on {count} real codes against {}, CPU s", profile.name(), side.name());
        tell(Measure { name, ours: cost(&costs, Side::Ours), peer: cost(&costs, side), target: None });
    }
}

fn made_up(size: usize, fields: bool) -> Vec<Entry> {
    let text = |number: usize| {
        if fields {
            format!("the thing {{first}} number {number} of {{second}} is not there")
        } else {
            format!("the thing number {number} is not there")
        }
    };
    (0..size)
        .map(|number| Entry {
            variant: format!("VariantNumber{number}X"),
            code: format!("CODE_{number:05}"),
            sdk_code: "NOT_FOUND".to_owned(),
            reason: format!("variant_number{number}_x"),
            text: text(number),
            retriable: false,
        })
        .collect()
}

fn catalog(entries: &[Entry]) -> String {
    let mut text = "domain = \"bench\"\n".to_owned();
    for (number, Entry { code, sdk_code, reason, text: message, retriable, .. }) in entries.iter().enumerate() {
        let _ = write!(
            text,
            "\n[{code}]\nsdk_code = \"{sdk_code}\"\nreason = \"{reason}\"\ntitle = \"thing {number} missing\"\n\
             retriable = {retriable}\nmessage = \"{message}\"\n"
        );
    }
    text
}

const DEBUG: &str = "
impl std::fmt::Debug for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(\"E\")
    }
}
";

fn source(side: Side, entries: &[Entry], fields: bool) -> String {
    let mut text = match side {
        Side::Ours => {
            "#[derive(llamon_errors::DomainError)]\n#[domain_error(catalog = \"catalogs/c.toml\")]\n".to_owned()
        }
        Side::Thiserror | Side::ThiserrorAlone => "#[derive(thiserror::Error)]\n".to_owned(),
        Side::Hand => String::new(),
    };
    let body = if fields { " { first: String, second: u32 }" } else { "" };
    text.push_str("pub enum E {\n");
    for Entry { variant, text: message, .. } in entries {
        if matches!(side, Side::Thiserror | Side::ThiserrorAlone) {
            let _ = writeln!(text, "    #[error({message:?})]");
        }
        let _ = writeln!(text, "    {variant}{body},");
    }
    text.push_str("}\n");
    text.push_str(DEBUG);
    if side == Side::Hand {
        display(&mut text, entries, fields);
    }
    if matches!(side, Side::Thiserror | Side::Hand) {
        facts(&mut text, entries);
    }
    text
}

fn display(text: &mut String, entries: &[Entry], fields: bool) {
    text.push_str(
        "impl std::error::Error for E {}\n\nimpl std::fmt::Display for E {\n    \
         fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {\n        match self {\n",
    );
    for Entry { variant, text: message, .. } in entries {
        let _ = if fields {
            writeln!(text, "            Self::{variant} {{ first, second }} => write!(f, {message:?}),")
        } else {
            writeln!(text, "            Self::{variant} => f.write_str({message:?}),")
        };
    }
    text.push_str("        }\n    }\n}\n");
}

fn facts(text: &mut String, entries: &[Entry]) {
    text.push_str(
        "impl E {\n    pub fn facts(&self) -> (&'static str, &'static str, &'static str, bool) {\n        match self {\n",
    );
    for Entry { variant, code, sdk_code, reason, retriable, .. } in entries {
        let _ = writeln!(
            text,
            "            Self::{variant} {{ .. }} => ({code:?}, {sdk_code:?}, {reason:?}, {retriable}),"
        );
    }
    text.push_str("        }\n    }\n}\n");
}
