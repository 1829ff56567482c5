//! The only crate that reads project files, and only inside the jail.
pub mod settings;
pub mod state;
