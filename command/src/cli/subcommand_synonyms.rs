//! Names of subcommands in other programs, for suggestions.

/// Words that other programs use, and the subcommands with their meaning.
pub(super) const SYNONYMS: &[(&[&str], &str)] = &[
    (
        &[
            "validate", "valid", "lint", "verify", "judge", "report", "parse", "inspect",
        ],
        "`check`",
    ),
    (
        &[
            "format",
            "normalize",
            "normalise",
            "canonical",
            "tidy",
            "clean",
            "pretty",
            "prettify",
            "beautify",
            "rewrite",
        ],
        "`fmt`",
    ),
    (&["diff"], "`fmt --diff`"),
    (&["repair", "correct", "suggest", "autofix"], "`mend`"),
    (&["create", "init", "start", "template", "add"], "`new`"),
    (
        &[
            "draw", "diagram", "svg", "png", "pdf", "board", "image", "picture", "show", "print",
            "plot", "display", "rotate", "flip",
        ],
        "`render`",
    ),
    (
        &["gif", "animate", "animation"],
        "`render game.pips -o game.gif`",
    ),
    (
        &[
            "figure", "diagrams", "tex", "latex", "tikz", "typst", "markdown",
        ],
        "`figures` for documents, or `render` for a single figure",
    ),
    (&["export", "save"], "`convert`, or `render` for figures"),
    (&["import", "read", "translate", "transform"], "`convert`"),
    (
        &[
            "pgn", "sgf", "json", "jsonl", "yaml", "csv", "table", "parquet", "sql",
        ],
        "`convert`, whose formats `convert --list` shows",
    ),
    (
        &[
            "watch", "play", "player", "html", "view", "gui", "browse", "open",
        ],
        "`render game.pips -o game.html`, which writes an interactive player",
    ),
    (
        &["app", "web", "serve"],
        "`book --open`, which says how to build the web app",
    ),
    (
        &[
            "search", "find", "filter", "query", "select", "extract", "where",
        ],
        "`grep`",
    ),
    (&["duplicates", "deduplicate", "unique", "uniq"], "`dedupe`"),
    (
        &[
            "count",
            "summary",
            "statistics",
            "summarise",
            "summarize",
            "openings",
            "info",
        ],
        "`stats`",
    ),
    (&["order", "rank"], "`sort`"),
    (&["join", "concat", "cat", "combine", "append"], "`merge`"),
    (&["pick", "shuffle", "head"], "`sample`"),
    (&["tree", "variations"], "`replay --tree`"),
    (&["positions", "position", "fen", "step"], "`replay`"),
    (
        &["analyse", "analyze"],
        "`why` to explain a turn, or `moves --outcome` to judge all turns",
    ),
    (&["detect", "guess", "identify"], "`infer`"),
    (&["reduce", "minimise", "minimize"], "`shrink`"),
    (&["prove", "puzzle", "solution"], "`solve`"),
    (&["legal", "turns", "legal-moves"], "`moves`"),
    (&["generate", "simulate"], "`random`"),
    (
        &[
            "docs",
            "doc",
            "documentation",
            "manual",
            "guide",
            "tutorial",
            "tour",
        ],
        "`book`",
    ),
    (&["rule", "rules", "code", "codes"], "`explain`"),
    (&["server", "language-server"], "`lsp`"),
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn synonyms_name_subcommands_and_are_none() {
        let root = Arguments::command();
        for (words, suggestion) in SYNONYMS {
            let names = suggestion.split('`').skip(1).step_by(2);
            for name in names.filter_map(|name| name.split(' ').next()) {
                assert!(
                    root.find_subcommand(name).is_some() || cfg!(not(feature = "lsp")),
                    "{name}"
                );
            }
            for word in *words {
                assert!(root.find_subcommand(word).is_none(), "{word}");
                let count = SYNONYMS.iter().filter(|(words, _)| words.contains(word));
                assert_eq!(count.count(), 1, "{word}");
            }
        }
    }
}
