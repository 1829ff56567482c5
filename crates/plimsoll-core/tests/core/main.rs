//! What holds of the pure function, seen from outside.

mod budget;
mod compare;
mod counterfactuals;
mod counts;
mod decisions;
mod documents;
mod fingerprints;
mod parcels;
mod reference;
mod split;
mod support;
