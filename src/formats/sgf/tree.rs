//! Parses the text of SGF into game trees, without interpreting the properties. Nodes are in an
//! arena, so parentheses can nest to any depth.
//!
//! `(;A[1];B[2](;C[3])(;D[4]))` is one tree: node B follows node A, and nodes C and D, which begin
//! variations, are the children of B.
//!
//! The grammar accepts every text. [`Builder`] takes its tokens one after the other and reports
//! those that are out of place; text outside games is reported once for each game.

use std::collections::HashMap;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::codes;
use crate::text::{SourceText, Span};

/// Property with its values.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct Property {
    /// Name: only capital letters and digits.
    pub(in crate::formats) name: String,
    /// Span of the name and all values.
    pub(in crate::formats) span: Span,
    /// Contents of the brackets of each value.
    pub(in crate::formats) values: Vec<Span>,
}

/// Node of a game tree.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct SgfNode {
    pub(in crate::formats) properties: Vec<Property>,
    /// Indices of the nodes that follow; the first one continues the line.
    pub(in crate::formats) children: Vec<usize>,
    /// Span of its semicolon.
    pub(in crate::formats) span: Span,
}

impl SgfNode {
    /// Returns the property with this name.
    pub(in crate::formats) fn property(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }
}

/// Game tree; its root is node 0. A tree without nodes is text that contains no game.
#[derive(Debug, Default)]
pub(in crate::formats) struct Tree {
    pub(in crate::formats) nodes: Vec<SgfNode>,
    pub(in crate::formats) findings: Vec<Finding>,
}

/// Parses the game trees of a text.
pub(in crate::formats) fn trees(source: &SourceText) -> Vec<Tree> {
    let mut builder = Builder::default();
    // The grammar accepts every text.
    let tokens = Grammar::parse(Rule::collection, source.text())
        .into_iter()
        .flatten();
    for token in tokens {
        builder.read_token(source, token);
    }
    builder.finish(source)
}

/// Open parenthesis.
struct OpenParenthesis {
    span: Span,
    /// Node that is the parent of the next one.
    last_node: Option<usize>,
    /// True if it has a node of its own.
    has_node: bool,
    /// True if it has parentheses within it.
    has_child: bool,
}

/// Builds the trees from the tokens of a text.
#[derive(Default)]
struct Builder {
    trees: Vec<Tree>,
    /// The open parentheses, from the outermost to the innermost.
    open: Vec<OpenParenthesis>,
    /// Node to which properties are added.
    node: Option<usize>,
    /// True after the name of a property, and after its values.
    in_property: bool,
    /// Span of the text outside games since the last one.
    outside: Option<Span>,
}

impl Builder {
    /// Reads a token. Those outside all parentheses are not part of a game.
    fn read_token(&mut self, source: &SourceText, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        match pair.as_rule() {
            Rule::open => self.open_parenthesis(span),
            Rule::EOI => {}
            _ if self.open.is_empty() => self.note_outside(span),
            Rule::close => self.close_parenthesis(span),
            Rule::node => self.begin_node(span),
            Rule::identifier => self.read_name(span.slice(source.text()), span),
            Rule::value => self.read_value(pair),
            Rule::unknown => self.report_stray(span, "This is not valid SGF."),
            _ => {}
        }
    }

    fn open_parenthesis(&mut self, span: Span) {
        let mut last_node = None;
        let mut parent_without_node = None;
        match self.open.last_mut() {
            None => self.trees.push(Tree::default()),
            Some(parent) => {
                last_node = parent.last_node;
                if !parent.has_node && !parent.has_child {
                    parent_without_node = Some(parent.span);
                }
                parent.has_child = true;
            }
        }
        if let Some(parent) = parent_without_node {
            self.report_stray(parent, "A node must follow this parenthesis.");
        }
        self.open.push(OpenParenthesis {
            span,
            last_node,
            has_node: false,
            has_child: false,
        });
        self.end_node();
    }

    fn close_parenthesis(&mut self, span: Span) {
        self.end_node();
        let Some(closed) = self.open.pop() else {
            return;
        };
        if closed.has_node || closed.has_child {
            return;
        }

        let both = closed.span.to(span);
        if self.open.is_empty() {
            // The parentheses contain no node, for instance words before a game.
            self.trees.pop();
            self.note_outside(both);
        } else {
            self.report_stray(both, "These parentheses are empty.");
        }
    }

    /// Records text outside games; everything before a game is reported together.
    fn note_outside(&mut self, span: Span) {
        self.outside = Some(self.outside.map_or(span, |first| first.to(span)));
    }

    /// Reports the text outside games, with the last tree, or on its own.
    fn report_outside(&mut self) {
        let Some(span) = self.outside.take() else {
            return;
        };
        let message = "This text is not part of any game and is left out.";
        let finding = Finding::new(&codes::LEFT_OUT, span, message);
        match self.trees.last_mut() {
            Some(tree) => tree.findings.keep(finding),
            None => self.trees.push(Tree {
                nodes: Vec::new(),
                findings: vec![finding],
            }),
        }
    }

    fn begin_node(&mut self, span: Span) {
        self.in_property = false;
        let (Some(tree), Some(open)) = (self.trees.last_mut(), self.open.last_mut()) else {
            return;
        };
        let node_index = tree.nodes.len();
        // If the parenthesis has no node before its children, that has already been reported.
        if open.has_child && open.has_node {
            let message = "A node must come before the variations of its line; this one is read as another variation.";
            tree.findings
                .keep(Finding::new(&codes::TOKEN, span, message));
        }
        if let Some(parent) = open.last_node.and_then(|last| tree.nodes.get_mut(last)) {
            parent.children.push(node_index);
        } else if node_index > 0 {
            let message = "A game has one root; this is another one.";
            tree.findings
                .keep(Finding::new(&codes::TOKEN, span, message));
        }

        tree.nodes.push(SgfNode {
            span,
            ..SgfNode::default()
        });
        open.last_node = Some(node_index);
        open.has_node = true;
        self.node = Some(node_index);
        if node_index == 0 {
            self.report_outside();
        }
    }

    /// Ends the node and the property to which tokens are added.
    fn end_node(&mut self) {
        self.node = None;
        self.in_property = false;
    }

    /// Returns the node to which properties are added.
    fn current_node(&mut self) -> Option<&mut SgfNode> {
        let index = self.node?;
        self.trees.last_mut()?.nodes.get_mut(index)
    }

    /// Begins a property. Small letters in its name are ignored, as in old versions of SGF.
    fn read_name(&mut self, text: &str, span: Span) {
        let name: String = text
            .chars()
            .filter(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit())
            .collect();
        match self.current_node() {
            Some(node) if !name.is_empty() => {
                node.properties.push(Property {
                    name,
                    span,
                    values: Vec::new(),
                });
                self.in_property = true;
            }
            _ => self.report_stray(
                span,
                "A property has a name in capital letters, and belongs in a node, after its `;`.",
            ),
        }
    }

    /// Adds a value to the current property.
    fn read_value(&mut self, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        let mut text = span;
        let mut is_open = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::text => text = part.as_span().into(),
                _ => is_open = true,
            }
        }
        if is_open {
            let bracket = span.within(&(0..1));
            self.report_stray(bracket, "This value is never closed.");
        }

        let is_in_property = self.in_property;
        let property = self
            .current_node()
            .and_then(|node| node.properties.last_mut());
        match property {
            Some(property) if is_in_property => {
                property.span.end = span.end;
                property.values.push(text);
            }
            _ => self.report_stray(span, "This value does not belong to a property."),
        }
    }

    /// Reports a token that is out of place. Adjacent tokens with the same error are reported
    /// together.
    fn report_stray(&mut self, span: Span, message: &str) {
        let Some(tree) = self.trees.last_mut() else {
            return;
        };
        match tree.findings.last_mut() {
            Some(last) if last.span.end == span.start && last.message == message => {
                last.span.end = span.end;
            }
            _ => tree
                .findings
                .keep(Finding::new(&codes::TOKEN, span, message)),
        }
    }

    /// Returns the trees, once all tokens have been read.
    fn finish(mut self, source: &SourceText) -> Vec<Tree> {
        if let Some(span) = self.open.first().map(|open| open.span) {
            // An open parenthesis without a node is not a game.
            if self.trees.last().is_some_and(|tree| tree.nodes.is_empty()) {
                self.trees.pop();
                self.note_outside(span.to(source.end()));
            } else {
                self.report_stray(span, "This parenthesis is never closed.");
            }
        }
        self.report_outside();
        for tree in &mut self.trees {
            for node in &mut tree.nodes {
                merge_repeated(node, &mut tree.findings, source);
            }
        }
        self.trees
    }
}

/// Merges properties with the same name in a node: the values of the second are appended to the
/// first, as most programs do.
fn merge_repeated(node: &mut SgfNode, findings: &mut Vec<Finding>, source: &SourceText) {
    let mut merged: Vec<Property> = Vec::with_capacity(node.properties.len());
    let mut places: HashMap<String, usize> = HashMap::new();
    for mut property in node.properties.drain(..) {
        if property.values.is_empty() {
            findings.keep(Finding::new(
                &codes::TOKEN,
                property.span,
                "This property has no value.",
            ));
            continue;
        }
        match places
            .get(&property.name)
            .and_then(|&index| merged.get_mut(index))
        {
            Some(first) => {
                let message = format!("`{}` is repeated in this node.", property.name);
                let written = source.text_of(property.span);
                let name_span = property
                    .span
                    .within(&(0..property.name.len().min(written.len())));
                findings.keep(Finding::new(&codes::TOKEN, name_span, message));
                first.values.append(&mut property.values);
            }
            None => {
                places.insert(property.name.clone(), merged.len());
                merged.push(property);
            }
        }
    }

    node.properties = merged;
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTSIDE: &str = "This text is not part of any game and is left out.";
    const NODE_AFTER_VARIATIONS: &str = "A node must come before the variations of its line; this one is read as another variation.";

    fn read(text: &str) -> Vec<Tree> {
        trees(&SourceText::new(text.to_owned(), 0, 1))
    }

    #[test]
    fn nodes_follow_each_other_or_are_siblings() {
        let games = read("(;A[1](;B[2]\n[3];C[4])(;D[\\]5]))(;GaMe[39])");
        let names: Vec<Vec<_>> = games
            .iter()
            .map(|tree| {
                tree.nodes
                    .iter()
                    .map(|node| node.properties[0].name.as_str())
                    .collect()
            })
            .collect();
        assert_eq!(names, [vec!["A", "B", "C", "D"], vec!["GM"]]);
        let children: Vec<_> = games[0]
            .nodes
            .iter()
            .map(|node| node.children.clone())
            .collect();
        assert_eq!(children, [vec![1, 3], vec![2], vec![], vec![]]);
        assert_eq!(games[0].nodes[1].properties[0].values.len(), 2);
        assert!(games.iter().all(|tree| tree.findings.is_empty()));
    }

    #[test]
    fn errors_are_reported_at_their_place() {
        let cases = [
            ("(;A[1]))", vec![OUTSIDE]),
            ("(;A[1]) ;B[2] (c)\n(d", vec![OUTSIDE]),
            ("From: (me)\n;-) (;A[1])(;A[1])", vec![OUTSIDE]),
            ("()", vec![OUTSIDE]),
            ("(A[1])", vec![OUTSIDE]),
            ("(;A[1]())", vec!["These parentheses are empty."]),
            ("(;A[1];( ))", vec!["These parentheses are empty."]),
            (
                "(;A[1]((;B[2])(;B[3])))",
                vec!["A node must follow this parenthesis."],
            ),
            ("((;A[1]))", vec!["A node must follow this parenthesis."]),
            ("(;A[1](;B[2]);B[3])", vec![NODE_AFTER_VARIATIONS]),
            ("(;A[1]", vec!["This parenthesis is never closed."]),
            (
                "(;A[1",
                vec![
                    "This value is never closed.",
                    "This parenthesis is never closed.",
                ],
            ),
            ("(;A)", vec!["This property has no value."]),
            ("(;[1])", vec!["This value does not belong to a property."]),
            ("(;A[1]A[2])", vec!["`A` is repeated in this node."]),
            ("(;A[1]%%)", vec!["This is not valid SGF."]),
        ];
        for (text, messages) in cases {
            let trees = read(text);
            let found: Vec<_> = trees
                .iter()
                .flat_map(|tree| &tree.findings)
                .map(|finding| finding.message.as_str())
                .collect();
            assert_eq!(found, messages, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_safe() {
        let deep = format!("{}{}", "(;A[1]".repeat(100_000), ")".repeat(100_000));
        assert_eq!(read(&deep)[0].nodes.len(), 100_000);
    }
}
