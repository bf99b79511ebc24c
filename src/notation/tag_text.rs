//! The string type for names and values of tags.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use smol_str::SmolStr;

/// Name or value of a tag. Short ones need no separate memory, and clones are cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagText(SmolStr);

impl TagText {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for TagText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for TagText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for TagText {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<Cow<'_, str>> for TagText {
    fn from(text: Cow<'_, str>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for TagText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.0)
    }
}

impl PartialEq<str> for TagText {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for TagText {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<String> for TagText {
    fn eq(&self, other: &String) -> bool {
        self.0 == *other
    }
}

impl PartialEq<TagText> for String {
    fn eq(&self, other: &TagText) -> bool {
        other == self
    }
}

impl PartialEq<TagText> for str {
    fn eq(&self, other: &TagText) -> bool {
        other == self
    }
}
