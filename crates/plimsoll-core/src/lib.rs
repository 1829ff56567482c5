//! Decides what a model gets to see: one pure function from a [`capsule::Capsule`] to a
//! [`decide::Decision`]. No files, no clock, no threads, no environment.
//!
//! In the order of a voyage:
//!
//! | stage | where |
//! | --- | --- |
//! | candidates with their ladders | [`candidate`], [`ladder`], [`screened`], [`source`] |
//! | rank: exact integers | [`score`], [`rank`] |
//! | admit: on estimates, by groups | [`admit`], [`constraints`], [`budget`], [`lanes`] |
//! | fit: exact counts, a program that is data | [`fit`], [`count`], [`limit`] |
//! | render: the document, block by block | [`render`], [`escape`], [`block_order`], [`split`] |
//! | seal: fingerprints, ids, the record | [`seal`], [`record`], [`replay`], [`compare`], [`composition`] |
//! | what is remembered, and how long work is heard of | [`store`], [`parcel`], [`progress`] |
//!
//! ```
//! use plimsoll_core::candidate::{Candidate, Name};
//! use plimsoll_core::capsule::{CAPSULE_VERSION, Capsule, ENGINE, Evidence, InputFingerprints};
//! use plimsoll_core::decide::{Outcome, decide};
//! use plimsoll_core::fit::{Group, programs};
//! use plimsoll_core::limit::{Limit, Unit};
//! use plimsoll_core::screened::{Screened, ScreenedValue};
//! use plimsoll_core::vocab::{Door, Format, Origin};
//!
//! let name = Name::Title("Goal".to_owned());
//! let text = Screened::ours("make the cache respect its TTL\n");
//! let goal = Candidate::new("goal", "always", Origin::User, name, text);
//! let capsule = Capsule {
//!     version: CAPSULE_VERSION,
//!     engine: ENGINE.to_owned(),
//!     door: Door::Pack,
//!     request: ScreenedValue::default(),
//!     limit: Limit { value: 100, unit: Unit::Tokens, counter: "o200k_base/1".to_owned() },
//!     format: Format::Markdown,
//!     admission: None,
//!     groups: vec![Group::named("always")],
//!     program: programs::pack_task(),
//!     candidates: vec![goal],
//!     notice_section: None,
//!     overview: None,
//!     left_out: Vec::new(),
//!     fingerprints: InputFingerprints { project_index: String::new(), config: String::new() },
//!     screening: Evidence::default(),
//!     refusal: None,
//! };
//! let decision = decide(&capsule)?;
//! let Outcome::Loaded(loaded) = decision.outcome else { panic!("it fits") };
//! assert!(loaded.document.contains("make the cache respect its TTL"));
//! assert!(loaded.used <= 100);
//! # Ok::<(), plimsoll_core::decide::Undecidable>(())
//! ```

pub mod admit;
pub mod block_order;
pub mod budget;
pub mod build_limits;
pub mod candidate;
mod canonical;
pub mod capsule;
pub mod codec;
pub mod compare;
pub mod composition;
pub mod constraints;
pub mod count;
pub mod decide;
pub mod escape;
pub mod fit;
pub mod glob;
pub mod ladder;
pub mod lanes;
pub mod limit;
pub mod near;
pub mod notes;
pub mod parcel;
pub mod progress;
pub mod rank;
pub mod record;
pub mod refusal;
pub mod render;
pub mod replay;
pub mod score;
pub mod screened;
pub mod seal;
pub mod source;
pub mod split;
pub mod store;
pub mod time;
pub mod vocab;
mod weigh;
