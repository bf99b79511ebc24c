//! Set-up tags of a record: the tags that affect play (`Variant`, `Options`, and tags of the game).
//!
//! The `setup.rs` of each game reads them through [`SetupTags`], which finds them, and collects the
//! findings about invalid and missing ones.

use crate::findings::{Finding, code};
use crate::notation::{GameFacts, OptionPair, Record, Tag, likely_tag, parse_options, shorten};
use crate::text::{Span, and, near_in_words, near_or_few};

use super::{Context, Language, TagSpec};
use crate::decks::Decks;

/// The tags of a record that affect play.
#[derive(Debug)]
pub struct SetupTags<'r> {
    record: &'r Record,
    context: &'r Context,
    options: Vec<OptionPair>,
    facts: &'static GameFacts,
    /// True if one of the tags leaves the set-up unknown.
    unsound: bool,
    /// True if the caller only asks whether there are findings, so that suggestions are skipped.
    quiet: bool,
    /// The findings so far.
    pub findings: Vec<Finding>,
}

impl<'r> SetupTags<'r> {
    /// Reads the set-up tags of `record`. Unknown and repeated options are reported.
    pub fn new<L: Language>(record: &'r Record, context: &'r Context) -> Self {
        let mut tags = Self {
            record,
            context,
            options: Vec::new(),
            facts: L::FACTS,
            unsound: false,
            quiet: false,
            findings: Vec::new(),
        };
        tags.read_options();
        tags
    }

    /// Reads the set-up tags without suggestions, for callers that only ask whether there are
    /// findings.
    pub(crate) fn quietly<L: Language>(record: &'r Record, context: &'r Context) -> Self {
        Self {
            quiet: true,
            ..Self::new::<L>(record, context)
        }
    }

    /// Returns a tag by its name.
    pub(crate) fn tag(&self, name: &str) -> Option<&'r Tag> {
        self.record.tag(name)
    }

    /// Returns the length of the record in bytes, as far as its text is known here.
    pub(crate) fn record_bytes(&self) -> usize {
        self.record.text().len()
    }

    /// Returns the source of the deck that the record names.
    pub(crate) fn decks(&self) -> &'r dyn Decks {
        self.context.decks()
    }

    /// Returns the tags of a numbered family with their numbers, in ascending order. Of repeated
    /// tags, only the first is returned.
    pub(crate) fn family(&self, spec: &TagSpec) -> Vec<(u64, &'r Tag)> {
        // A tag that is not numbered has no family.
        let highest = spec.numbered.map_or(0, u64::from);
        let numbered = self
            .record
            .tags
            .iter()
            .map(|tag| (spec.number_in(&tag.name), tag));
        let mut family: Vec<_> = numbered
            .filter(|(number, _)| (1..=highest).contains(number))
            .collect();
        // The sort is stable, so that repeated tags stay in the order of the text.
        family.sort_by_key(|(number, _)| *number);
        family.dedup_by_key(|(number, _)| *number);
        family
    }

    /// Returns the variant, as an index into the game's list. The tag may be missing if there is
    /// only one variant.
    pub(crate) fn variant<L: Language>(&mut self) -> Option<usize> {
        match self.tag("Variant") {
            Some(tag) => {
                let index = variant_index::<L>(&tag.value);
                if index.is_none() {
                    self.report_unknown_variant::<L>(tag);
                }
                index
            }
            None if L::FACTS.variants.len() == 1 => Some(0),
            None => {
                self.report_missing("Variant", variants_in_words::<L>(), variant_names::<L>());
                None
            }
        }
    }

    fn report_unknown_variant<L: Language>(&mut self, tag: &Tag) {
        let variants = variants_in_words::<L>();
        let help = match near_in_words(&tag.value, L::FACTS.variants.iter().copied()) {
            Some(near) if !self.quiet => format!("Did you mean {near}? {variants}"),
            _ => variants,
        };
        self.unsound = true;
        self.report_value(tag, help, variant_names::<L>());
    }

    /// Returns an option by its key.
    pub(crate) fn option(&self, key: &str) -> Option<&OptionPair> {
        self.options.iter().find(|pair| pair.key == key)
    }

    /// Reports an invalid value of a tag that play needs.
    pub(crate) fn refuse(&mut self, tag: &Tag, help: impl Into<String>) {
        self.report_value(tag, help, Vec::new());
        self.unsound = true;
    }

    /// Reports an invalid value of a tag of this game, with its form.
    pub(crate) fn refuse_form(&mut self, tag: &Tag) {
        let spec = self.facts.tag(&tag.name);
        self.unsound |= spec.is_none_or(|spec| spec.sets_up);
        let form = spec.map_or("", |spec| spec.form);
        let values = spec.map_or_else(Vec::new, |spec| spec.values.list());
        self.report_value(tag, form, values);
    }

    /// Reports an invalid value of a tag; `values` are the valid ones, if they can be listed.
    fn report_value(&mut self, tag: &Tag, help: impl Into<String>, values: Vec<String>) {
        let message = format!(
            "`{}` is not a valid value for the tag `{}`.",
            shorten(&tag.value),
            tag.name
        );
        let suggested = if self.quiet {
            Vec::new()
        } else {
            near_or_few(&tag.value, &values)
        };
        let finding = Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message);
        self.findings
            .push(finding.with_help(help).with_tag(&tag.name, suggested));
    }

    /// Reports any other finding about the tags, which leaves the set-up unknown.
    pub(crate) fn report(&mut self, finding: Finding) {
        self.unsound = true;
        self.findings.push(finding);
    }

    /// Reports a tag that contradicts other tags, with the value that they allow.
    pub(crate) fn refuse_contradiction(
        &mut self,
        tag: &Tag,
        message: impl Into<String>,
        allowed: &str,
    ) {
        self.unsound = true;
        let finding = Finding::new(&code::INCONSISTENT, tag.value_span, message);
        self.findings.push(finding.with_tag(&tag.name, [allowed]));
    }

    /// Reports an invalid value of an option, with its form.
    pub(crate) fn refuse_option(&mut self, key: &str) {
        let spec = self.facts.option(key);
        let values = spec.map_or_else(Vec::new, |spec| spec.values.list());
        self.report_option(key, spec.map_or("", |spec| spec.form), &values);
    }

    /// Reports an option that the game cannot have, with the reason.
    pub(crate) fn refuse_option_because(&mut self, key: &str, help: impl Into<String>) {
        self.report_option(key, help, &[]);
    }

    /// Reports an invalid value of an option; `values` are the valid ones. Without a valid one, the
    /// option is to be left out.
    fn report_option(&mut self, key: &str, help: impl Into<String>, values: &[String]) {
        self.unsound = true;
        let (Some(tag), Some(pair)) = (self.tag("Options"), self.option(key)) else {
            return;
        };
        let others: Vec<String> = match values {
            _ if self.quiet => Vec::new(),
            [] => options_with(tag, pair, "").into_iter().collect(),
            values => near_or_few(&pair.value, values)
                .iter()
                .filter_map(|value| options_with(tag, pair, &format!("{key}={value}")))
                .collect(),
        };
        let message = format!("The option `{key}` cannot have this value.");
        let span = tag.value_part(&pair.span);
        let finding = Finding::new(&code::UNKNOWN_VALUE, span, message).with_help(help);
        self.findings.push(finding.with_tag("Options", others));
    }

    /// Reports that a required tag of this game is missing, with its form.
    pub(crate) fn missing_form(&mut self, name: &str) {
        let spec = self.facts.tag(name);
        let values = spec.map_or_else(Vec::new, |spec| spec.values.list());
        self.report_missing(name, spec.map_or("", |spec| spec.form), values);
    }

    /// Reports that a required tag is missing.
    pub(crate) fn missing(&mut self, name: &str, help: impl Into<String>) {
        self.report_missing(name, help, Vec::new());
    }

    /// Reports that a required tag is missing; `values` are the possible values, if they can be
    /// listed.
    fn report_missing(&mut self, name: &str, help: impl Into<String>, values: Vec<String>) {
        self.unsound = true;
        // The malformed tag has a finding of its own.
        if self
            .record
            .malformed_tags
            .iter()
            .any(|malformed| malformed == name)
        {
            return;
        }
        let span = self.tag("Game").map_or(Span::default(), |tag| tag.span);
        let message = format!("The tag `{name}` is missing.");
        // The empty list: only tags that all games share are compared.
        let is_misspelling =
            |tag: &&Tag| likely_tag(&tag.name, &[]).is_some_and(|suggestion| suggestion == name);
        let misspelt = if self.quiet {
            None
        } else {
            self.record.tags.iter().find(is_misspelling)
        };
        let finding = match misspelt {
            // The name of that tag must be corrected; adding another tag would not help.
            Some(tag) => Finding::new(&code::MISSING, tag.name_span, message).with_help(format!(
                "Is `{}` a misspelling of it? {}",
                shorten(&tag.name),
                help.into()
            )),
            None => Finding::new(&code::MISSING, span, message)
                .with_help(help)
                .with_tag(name, values),
        };
        self.findings.push(finding);
    }

    /// Returns true if every tag that affects play is valid. Of repeated tags, the first counts.
    pub(crate) fn are_sound(&self, game_tags: &[TagSpec]) -> bool {
        let affects_play = |name: &String| {
            ["Game", "Variant", "Rules", "Options", "Position"].contains(&name.as_str())
                || game_tags.iter().any(|spec| spec.covers(name))
        };
        // The tag `Rules` names the edition of the rule sheets, and 1 is the only one so far.
        let has_known_rules = self
            .tag("Rules")
            .is_none_or(|tag| tag.value.parse() == Ok(1));
        !self.unsound && has_known_rules && !self.record.malformed_tags.iter().any(affects_play)
    }

    fn read_options(&mut self) {
        let known = self.facts.options;
        let Some(tag) = self.tag("Options") else {
            return;
        };
        let Some(pairs) = parse_options(&tag.value) else {
            self.refuse(
                tag,
                "Options are `key=value` pairs with spaces between them.",
            );
            return;
        };
        for pair in pairs {
            let message = if self.facts.option(&pair.key).is_none() {
                format!("`{}` is not an option of this game.", pair.key)
            } else if self.option(&pair.key).is_some() {
                format!("The option `{}` is repeated.", pair.key)
            } else {
                self.options.push(pair);
                continue;
            };
            let help = match known {
                [] => "This game has no options.".to_owned(),
                options => format!(
                    "Its options are {}.",
                    options
                        .iter()
                        .map(|spec| format!("`{}`", spec.key))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            };
            self.unsound = true;
            let finding = Finding::new(&code::UNKNOWN_VALUE, tag.value_part(&pair.span), message)
                .with_help(help)
                .with_tag("Options", options_with(tag, &pair, ""));
            self.findings.push(finding);
        }
    }
}

/// Returns the index of a variant in the game's list. The value of the tag may be in any of the
/// spellings that the game reads.
fn variant_index<L: Language>(value: &str) -> Option<usize> {
    let index_of = |value: &str| L::FACTS.variants.iter().position(|&name| name == value);
    index_of(value).or_else(|| index_of(&L::canonical_value("Variant", value)?))
}

/// Lists the variants of a game in a sentence.
fn variants_in_words<L: Language>() -> String {
    let names = L::FACTS.variants.iter().map(|name| format!("`{name}`"));
    format!("The variants of {} are {}.", L::TITLE, and(names))
}

fn variant_names<L: Language>() -> Vec<String> {
    L::FACTS
        .variants
        .iter()
        .map(|&name| name.to_owned())
        .collect()
}

/// Returns the value of the tag `Options` with a pair replaced, or left out if `replacement` is
/// empty; `None` if no option is left.
fn options_with(tag: &Tag, pair: &OptionPair, replacement: &str) -> Option<String> {
    let before = tag.value.get(..pair.span.start)?;
    let after = tag.value.get(pair.span.end..)?;
    let parts = [before.trim(), replacement, after.trim()];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}
