//! Decides what a model gets to see.
pub mod escape;
pub mod limit;
pub mod near;
pub mod progress;
pub mod screened;
pub mod store;
pub mod vocab;
