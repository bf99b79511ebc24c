//! Precomputed curves for all pipes of a card.
//!
//! `card_plans.txt` has one line for each of the 203 partitions of six entries into pipes: the
//! pipes with their entries, then the plans, best first. A plan consists of the number of crossings
//! and the index of each pipe's course in [`courses`]: `14 25 36: 3=0,0,1`. A card is drawn
//! with the first plan that shows its fields. The test in `card_plans/curve_search.rs` generates
//! the file.

use super::pipe_centre_lines::{Course, courses};

const PLANS: &str = include_str!("card_plans.txt");

/// A course for each pipe of a card.
pub(super) struct Plan {
    pub(super) crossings: usize,
    pub(super) courses: Vec<Course>,
}

/// Returns the plans for the pipes of a card, best first. The pipes must be ordered by their first
/// entry, and their entries ascending.
pub(super) fn plans(pipes: &[Vec<u8>]) -> Vec<Plan> {
    let names: Vec<String> = pipes
        .iter()
        .map(|pipe| pipe.iter().map(ToString::to_string).collect())
        .collect();
    let name = names.join(" ");
    let line = PLANS
        .lines()
        .filter_map(|line| line.split_once(": "))
        .find(|(arrangement, _)| *arrangement == name);
    let written = line.into_iter().flat_map(|(_, plans)| plans.split(' '));
    written.filter_map(|plan| parse_plan(plan, pipes)).collect()
}

fn parse_plan(text: &str, pipes: &[Vec<u8>]) -> Option<Plan> {
    let (crossings, routes) = text.split_once('=')?;
    let course =
        |(route, entries): (&str, &Vec<u8>)| courses(entries).into_iter().nth(route.parse().ok()?);
    let courses = routes
        .split(',')
        .zip(pipes)
        .map(course)
        .collect::<Option<_>>()?;
    Some(Plan {
        crossings: crossings.parse().ok()?,
        courses,
    })
}

#[cfg(test)]
mod curve_search;
