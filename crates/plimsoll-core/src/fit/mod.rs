//! Exact counts, and steps down or up the ladders until the limit holds (DESIGN 1.4).
//!
//! What is done in which order is a [`Program`], and a program is data: each door brings its own, and the
//! one interpreter in `run` knows no door.

mod program;
pub mod programs;
mod run;
mod value;

pub use program::{Group, Order, Program, Reach, Scope, Selector, Step};
pub use run::{Action, Fit, Fitted, Item, TooLarge, Weights};
