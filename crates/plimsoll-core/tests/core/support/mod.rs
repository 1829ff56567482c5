//! What the tests of the pure function share.

pub(crate) mod capsules;
pub(crate) mod contents;
pub(crate) mod dependencies;
pub(crate) mod hostile;
pub(crate) mod ladders;
pub(crate) mod outcome;
pub(crate) mod parser;
pub(crate) mod random;
pub(crate) mod tally;
pub(crate) mod weights;
