//! The Agent2Agent protocol: what carries an error to another agent.

pub mod v0_3;
