//! Whether a graph is one that can be run: comes in what the author wrote, goes out every fault. Faults of single nodes and edges come
//! first; where there are none, those of the graph as a whole.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::build::{FlowBuilder, is_reserved};
use super::{END, START};

/// A fault of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlowFault {
    /// A node has no id, or that of [`START`] or [`END`].
    NodeId {
        /// The id.
        id: String,
    },
    /// Two nodes have one id.
    DuplicateNode {
        /// The id.
        id: String,
    },
    /// An edge names a node that is not there.
    UnknownNode {
        /// The id.
        id: String,
        /// The ids that are there.
        known: Vec<String>,
    },
    /// An edge goes into [`START`] or out of [`END`].
    WrongWay {
        /// Which of the two.
        id: String,
    },
    /// A branch names no end, or one twice.
    Branch {
        /// The node that it stands behind.
        from: String,
    },
    /// More than one edge goes out of a node, or of [`START`].
    TwoWays {
        /// The node.
        from: String,
    },
    /// No edge goes out of a node, or of [`START`].
    NoWay {
        /// The node.
        from: String,
    },
    /// [`START`] needs an edge to one node: it has no state to choose by, and an empty flow is none.
    Start,
    /// No way leads from [`START`] to a node.
    Unreachable {
        /// The node.
        id: String,
    },
    /// No way leads from a node to [`END`].
    NoEnd {
        /// The node.
        id: String,
    },
    /// No node may run.
    IterationLimit,
}

impl fmt::Display for FlowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NodeId { id } if id.is_empty() => f.write_str("a node has an empty id; give it a name"),
            Self::NodeId { id } => {
                write!(f, "a node is called `{id}`, which is where flows begin or end; call it something else")
            }
            Self::DuplicateNode { id } => write!(f, "two nodes are called `{id}`; give one of them another id"),
            Self::UnknownNode { id, known } => {
                write!(f, "an edge names `{id}`, but no node is called so; the nodes are {}", known.join(", "))
            }
            Self::WrongWay { id } if id == START => f.write_str("an edge goes into START; a flow begins there once"),
            Self::WrongWay { .. } => f.write_str("an edge goes out of END; nothing comes behind it"),
            Self::Branch { from } => write!(f, "the branch behind `{from}` names no target, or one twice"),
            Self::TwoWays { from } => write!(f, "two edges go out of `{from}`; write one branch instead"),
            Self::NoWay { from } => {
                write!(f, "no edge goes out of `{from}`; write one, to END if the flow is over with it")
            }
            Self::Start => f.write_str("START has a branch, or an edge to END; write one edge to the first node"),
            Self::Unreachable { id } => {
                write!(f, "no way leads from START to `{id}`; write an edge to it, or leave it out")
            }
            Self::NoEnd { id } => write!(f, "no way leads from `{id}` to END; write an edge that leaves the circle"),
            Self::IterationLimit => {
                f.write_str("the iteration limit is 0, with which no node can run; write 1 or more")
            }
        }
    }
}

/// Why a flow cannot be built: every fault, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowErrors(pub(super) Vec<FlowFault>);

impl FlowErrors {
    /// The faults.
    #[must_use]
    pub fn faults(&self) -> &[FlowFault] {
        &self.0
    }
}

impl fmt::Display for FlowErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for FlowErrors {}

/// Every fault of a graph.
pub(super) fn faults<S>(flow: &FlowBuilder<S>) -> Vec<FlowFault> {
    let mut faults = Vec::new();
    nodes(flow, &mut faults);
    edges(flow, &mut faults);
    ways(flow, &mut faults);
    if faults.is_empty() {
        paths(flow, &mut faults);
    }
    if flow.iteration_limit == 0 {
        faults.push(FlowFault::IterationLimit);
    }
    faults
}

fn ids<S>(flow: &FlowBuilder<S>) -> impl Iterator<Item = &str> {
    flow.nodes.iter().map(|node| node.id.as_str())
}

/// The ids that edges can name, each once, in the order of their nodes.
fn usable<S>(flow: &FlowBuilder<S>) -> Vec<&str> {
    let mut usable: Vec<&str> = Vec::new();
    for id in ids(flow).filter(|id| !id.is_empty() && !is_reserved(id)) {
        if !usable.contains(&id) {
            usable.push(id);
        }
    }
    usable
}

fn nodes<S>(flow: &FlowBuilder<S>, faults: &mut Vec<FlowFault>) {
    let (mut seen, mut told) = (BTreeSet::new(), BTreeSet::new());
    for id in ids(flow) {
        if id.is_empty() || is_reserved(id) {
            faults.push(FlowFault::NodeId { id: id.into() });
        } else if !seen.insert(id) && told.insert(id) {
            faults.push(FlowFault::DuplicateNode { id: id.into() });
        }
    }
}

fn edges<S>(flow: &FlowBuilder<S>, faults: &mut Vec<FlowFault>) {
    let (mut unknown, known) = (BTreeSet::new(), usable(flow));
    for edge in &flow.edges {
        if edge.from == END {
            faults.push(FlowFault::WrongWay { id: END.into() });
        }
        if edge.to.iter().any(|to| to == START) {
            faults.push(FlowFault::WrongWay { id: START.into() });
        }
        if edge.to.is_empty() || edge.to.iter().collect::<BTreeSet<_>>().len() < edge.to.len() {
            faults.push(FlowFault::Branch { from: edge.from.clone() });
        }
        for id in edge.to.iter().chain([&edge.from]) {
            if !is_reserved(id) && !known.contains(&id.as_str()) && unknown.insert(id.as_str()) {
                let known = known.iter().map(|id| String::from(*id)).collect();
                faults.push(FlowFault::UnknownNode { id: id.clone(), known });
            }
        }
    }
}

/// Each node, and START, has one way on.
fn ways<S>(flow: &FlowBuilder<S>, faults: &mut Vec<FlowFault>) {
    for from in core::iter::once(START).chain(usable(flow)) {
        match flow.edges.iter().filter(|edge| edge.from == from).count() {
            0 => faults.push(FlowFault::NoWay { from: name(from).into() }),
            1 => {}
            _ => faults.push(FlowFault::TwoWays { from: name(from).into() }),
        }
    }
    let first = flow.edges.iter().find(|edge| edge.from == START);
    if first.is_some_and(|edge| edge.is_branch() || edge.to.iter().any(|to| to == END)) {
        faults.push(FlowFault::Start);
    }
}

/// Every node can be come to, and END from every node.
fn paths<S>(flow: &FlowBuilder<S>, faults: &mut Vec<FlowFault>) {
    let pairs: Vec<(&str, &str)> =
        flow.edges.iter().flat_map(|edge| edge.to.iter().map(|to| (edge.from.as_str(), to.as_str()))).collect();
    let forward = reached(START, &pairs);
    let turned: Vec<(&str, &str)> = pairs.iter().map(|(from, to)| (*to, *from)).collect();
    let backward = reached(END, &turned);
    for id in ids(flow) {
        if !forward.contains(id) {
            faults.push(FlowFault::Unreachable { id: id.into() });
        }
        if !backward.contains(id) {
            faults.push(FlowFault::NoEnd { id: id.into() });
        }
    }
}

fn reached<'g>(from: &'g str, pairs: &[(&'g str, &'g str)]) -> BTreeSet<&'g str> {
    let mut seen = BTreeSet::from([from]);
    let mut open = Vec::from([from]);
    while let Some(at) = open.pop() {
        let next = pairs.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to);
        open.extend(next.filter(|to| seen.insert(to)));
    }
    seen
}

/// The name that the author writes.
fn name(id: &str) -> &str {
    match id {
        START => "START",
        END => "END",
        id => id,
    }
}
