# Recipes for contributors. `just` without arguments lists them; CONTRIBUTING.md describes them.

export INSTA_UPDATE := env("INSTA_UPDATE", "no")

_list:
    @just --list --unsorted

# Check formatting, lints and documentation
check:
    cargo fmt --check
    cargo clippy --locked --all-targets -- -D warnings
    cargo clippy --locked --package pipscribe --lib -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps --document-private-items

# Run the quick tests: skip modules named `slow`, try properties on fewer cases
fast:
    PIPSCRIBE_CASES=0.2 cargo test --locked --lib --test integration -- --skip ::slow::

# Run all tests that a change must pass here
test:
    cargo test --locked

# Accept the current snapshots, schemas, manifest and gallery; read the diff
bless:
    INSTA_UPDATE=always UPDATE_COMMITTED=1 cargo test --locked
    git diff --stat

# Draw the contact sheets for review: those of 60 mm into corpus/gallery/sheets, the others into
# target/contact-sheets
sheets:
    PIPSCRIBE_SHEETS=all cargo test --locked --test integration figures::sheets

# Count instructions per record, by game and part
bench:
    cargo bench --locked --bench instructions

# Print the peak memory of each command on the worst inputs
memory:
    cargo bench --locked --bench memory

# Compare the speed with pgn-reader and shakmaty: turns checked in the time of a chess ply
peers *ARGUMENTS:
    cargo run --release --locked --manifest-path benches/peers/Cargo.toml -- {{ARGUMENTS}}

# Feed mutated input to every reader: `just survive --inputs 1000000 --seed 7`
survive *ARGUMENTS:
    cargo bench --locked --bench survive -- {{ARGUMENTS}}

# Send files with an invalid record through every writer, and check that nothing is lost: `just kept --records 1000000 --seed 1`
kept *ARGUMENTS:
    cargo bench --locked --bench kept -- {{ARGUMENTS}}

# Build the program as it is released, with the slow and thorough optimization
dist:
    cargo build --locked --profile dist
