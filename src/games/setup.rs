//! The tags that set a game up, read with findings.

use crate::findings::{Finding, code};
use crate::notation::{OptionPair, Record, Tag, parse_options, shorten, tag_meant};
use crate::text::Span;

use super::pipe::Decks;
use super::{Context, Language, TagSpec};

/// The tags of a record that bear on play, as a game's set-up reads them.
#[derive(Debug)]
pub struct SetupTags<'r> {
    record: &'r Record,
    context: &'r Context,
    options: Vec<OptionPair>,
    /// One of them leaves the set-up unknown.
    unsound: bool,
    /// Nobody reads what is wrong with them, only whether anything is.
    quiet: bool,
    /// What is wrong with them so far.
    pub findings: Vec<Finding>,
}

impl<'r> SetupTags<'r> {
    /// The set-up tags of `record`; unknown and repeated options are reported.
    pub fn of<L: Language>(record: &'r Record, context: &'r Context) -> Self {
        Self::read::<L>(record, context, false)
    }

    /// The same, for whoever only asks whether anything is wrong with them: what may have been meant is not looked for.
    pub(crate) fn quietly<L: Language>(record: &'r Record, context: &'r Context) -> Self {
        Self::read::<L>(record, context, true)
    }

    fn read<L: Language>(record: &'r Record, context: &'r Context, quiet: bool) -> Self {
        let mut tags = Self { record, context, options: Vec::new(), unsound: false, quiet, findings: Vec::new() };
        tags.read_options(L::OPTIONS);
        tags
    }

    /// A tag by its name.
    pub fn tag(&self, name: &str) -> Option<&'r Tag> {
        self.record.tag(name)
    }

    /// How long the record is, as far as its text is known here.
    pub(crate) fn record_bytes(&self) -> usize {
        self.record.text().len()
    }

    /// Where the deck is found that the record names.
    pub fn decks(&self) -> &'r dyn Decks {
        self.context.decks()
    }

    /// The tags of a numbered family with their numbers, rising; of one that stands twice the
    /// first.
    pub fn family(&self, spec: &TagSpec) -> Vec<(u64, &'r Tag)> {
        let highest = spec.numbered.map_or(0, u64::from);
        let numbered = self.record.tags.iter().map(|tag| (spec.number_in(&tag.name), tag));
        let mut family: Vec<_> = numbered.filter(|(number, _)| (1..=highest).contains(number)).collect();
        // Sorting keeps those of one number in the order of the text.
        family.sort_by_key(|(number, _)| *number);
        family.dedup_by_key(|(number, _)| *number);
        family
    }

    /// The variant, by its index in the game's list. One alone need not be said.
    pub fn variant<L: Language>(&mut self) -> Option<usize> {
        let known = || L::VARIANTS.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        match self.tag("Variant") {
            Some(tag) => {
                let named = |value: &str| L::VARIANTS.iter().position(|&name| name == value);
                let found = named(&tag.value)
                    .or_else(|| L::canonical_value("Variant", &tag.value).and_then(|value| named(&value)));
                if found.is_none() {
                    self.refuse(tag, format!("{} is played as {}.", L::TITLE, known()));
                }
                found
            }
            None if L::VARIANTS.len() == 1 => Some(0),
            None => {
                self.missing("Variant", format!("{} is played as {}.", L::TITLE, known()));
                None
            }
        }
    }

    /// The value of an option.
    pub fn option(&self, key: &str) -> Option<&OptionPair> {
        self.options.iter().find(|pair| pair.key == key)
    }

    /// Reports a value that its tag cannot have.
    pub fn refuse(&mut self, tag: &Tag, help: impl Into<String>) {
        self.refuse_look(tag, help);
        self.unsound = true;
    }

    /// Reports a value that its tag cannot have, where play does not need it.
    pub fn refuse_look(&mut self, tag: &Tag, help: impl Into<String>) {
        let message = format!("This is no value of the tag `{}`.", tag.name);
        self.findings.push(Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message).with_help(help));
    }

    /// Reports whatever else is wrong with the tags.
    pub fn report(&mut self, finding: Finding) {
        self.unsound = true;
        self.findings.push(finding);
    }

    /// Reports a tag that contradicts the others.
    pub fn contradicts(&mut self, tag: &Tag, message: impl Into<String>) {
        self.unsound = true;
        self.findings.push(Finding::new(&code::INCONSISTENT, tag.value_span, message));
    }

    /// Reports the value of an option.
    pub fn refuse_option(&mut self, key: &str, help: impl Into<String>) {
        self.unsound = true;
        let pair = self.option(key).map(|pair| pair.span.clone());
        if let (Some(tag), Some(span)) = (self.tag("Options"), pair) {
            let message = format!("The option `{key}` cannot have this value.");
            self.findings.push(Finding::new(&code::UNKNOWN_VALUE, tag.value_part(&span), message).with_help(help));
        }
    }

    /// Reports a tag that this game needs.
    pub fn missing(&mut self, name: &str, help: impl Into<String>) {
        self.unsound = true;
        if self.record.malformed_tags.iter().any(|malformed| malformed == name) {
            return;
        }
        let span = self.tag("Game").map_or(Span::default(), |tag| tag.span);
        let message = format!("The tag `{name}` is missing.");
        let is_meant = |tag: &&Tag| tag_meant(&tag.name, &[]).is_some_and(|meant| meant == name);
        let misspelt = if self.quiet { None } else { self.record.tags.iter().find(is_meant) };
        let (span, help) = match misspelt {
            Some(tag) => (tag.name_span, format!("StepText you mean it by `{}`? {}", shorten(&tag.name), help.into())),
            None => (span, help.into()),
        };
        self.findings.push(Finding::new(&code::MISSING, span, message).with_help(help));
    }

    /// Whether every tag that bears on play could be read; of one that stands twice the first
    /// counts.
    pub fn are_sound(&self, own: &[TagSpec]) -> bool {
        let bears = |name: &String| {
            ["Game", "Variant", "Rules", "Options", "Position"].contains(&name.as_str())
                || own.iter().any(|spec| spec.covers(name))
        };
        let rules = self.tag("Rules").is_none_or(|tag| tag.value.parse() == Ok(1));
        !self.unsound && rules && !self.record.malformed_tags.iter().any(bears)
    }

    fn read_options(&mut self, known: &[&str]) {
        let Some(tag) = self.tag("Options") else { return };
        let Some(pairs) = parse_options(&tag.value) else {
            self.refuse(tag, "Options are `key=value` pairs with spaces between them.");
            return;
        };
        for pair in pairs {
            let message = if !known.contains(&pair.key.as_str()) {
                format!("`{}` is no option of this game.", pair.key)
            } else if self.option(&pair.key).is_some() {
                format!("The option `{}` stands twice.", pair.key)
            } else {
                self.options.push(pair);
                continue;
            };
            let help = match known {
                [] => "This game has no options.".to_owned(),
                keys => format!(
                    "Its options are {}.",
                    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            self.unsound = true;
            let finding = Finding::new(&code::UNKNOWN_VALUE, tag.value_part(&pair.span), message).with_help(help);
            self.findings.push(finding);
        }
    }
}
