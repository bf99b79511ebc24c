//! Costs of events other than a mistake in one token, in thousandths of a nat: an event with
//! probability p costs −1000·ln p, so one event in a thousand costs about 6,900. The costs of
//! mistakes in a token are those of [`crate::notation::likeness::Channel`].
//!
//! "Without the choice" means that the cost of the choice is added: one of n equally likely values
//! costs 1000·ln n more ([`super::expand::cost_of_choice`]).

/// A whole record follows another convention.
pub(super) const CONVENTION: u32 = 6_000;
/// A tag has another value, without the choice of the value.
pub(super) const TAG: u32 = 7_000;
/// A tag, or an option, is forgotten, without the choice of its value.
pub(super) const FORGOTTEN_TAG: u32 = 5_500;
/// A character of a long tag is wrong.
pub(super) const LONG_TAG: u32 = 9_000;
/// A token is not a turn.
pub(super) const SURPLUS: u32 = 8_000;
/// Each further part of such a token.
pub(super) const SURPLUS_PART: u32 = 1_500;
/// A turn is written twice.
pub(super) const TWICE: u32 = 5_000;
/// A word does not look like a turn at all.
pub(super) const WORD: u32 = 4_500;
/// A turn is missing, without the choice of the turn.
pub(super) const MISSING: u32 = 6_000;
/// Two neighbouring turns are swapped.
pub(super) const SWAPPED: u32 = 6_500;
/// One turn is written as two tokens, or two turns as one.
pub(super) const TORN: u32 = 5_000;
/// A token is unreadable: any legal turn, without the choice of it.
pub(super) const UNREADABLE: u32 = 9_000;
/// A turn is written that is nothing like the right one, without the choice of it.
pub(super) const UNLIKE: u32 = 11_500;
/// A card is placed far from all others, where nearly everything is legal.
pub(super) const FAR: u32 = 2_500;
/// The turn numbers fall behind.
pub(super) const NUMBER: u32 = 4_000;
/// The turn numbers skip one, and no turn is missing.
pub(super) const SKIPPED: u32 = 9_000;
/// A claimed result or score is wrong.
pub(super) const CLAIM: u32 = 6_500;
/// The record does not say how a game ended that the rules have ended.
pub(super) const UNSTATED: u32 = 1_500;
/// A claimed score differs in more than a mistake.
pub(super) const OTHER_SCORE: u32 = 9_000;
/// A result is claimed although the rules give none, and nothing states how the game ended.
pub(super) const UNDECIDED: u32 = 9_500;
/// A result is claimed for a game that went on.
pub(super) const MADE_UP: u32 = 10_500;
