# What one does here, by name. `just` alone lists it; CONTRIBUTING.md says more.

export INSTA_UPDATE := env("INSTA_UPDATE", "no")

_list:
    @just --list --unsorted

# Formatting, lints, documentation
check:
    cargo fmt --check
    cargo clippy --locked --all-targets -- -D warnings
    cargo clippy --locked --lib --no-default-features -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps --document-private-items

# What is quick once it is built: what lies in modules named `slow` is passed over, properties are tried on fewer cases
fast:
    PIPSCRIBE_CASES=0.2 cargo test --locked --lib --test integration -- --skip ::slow::

# Everything that a change must pass here
test:
    cargo test --locked

# Accepts what snapshots, schemas, the manifest and the gallery are now; read the difference
bless:
    INSTA_UPDATE=always UPDATE_COMMITTED=1 cargo test --locked
    git diff --stat

# Draws the contact sheets, to be looked at: those of 60 mm in corpus/gallery/sheets, the others in target/contact-sheets
sheets:
    PIPSCRIBE_SHEETS=all cargo test --locked --test integration figures::sheets

# Instructions a record, by game and part
bench:
    cargo bench --locked --bench instructions

# Turns checked in the time of a chess ply, beside pgn-reader and shakmaty
peers *ARGUMENTS:
    cargo run --release --locked --manifest-path benches/peers/Cargo.toml -- {{ARGUMENTS}}

# Mutated input through every reader: `just survive --inputs 1000000 --seed 7`
survive *ARGUMENTS:
    cargo bench --locked --bench survive -- {{ARGUMENTS}}

# Files with a wrong record through every writer, and nothing may be lost: `just kept --records 1000000 --seed 1`
kept *ARGUMENTS:
    cargo bench --locked --bench kept -- {{ARGUMENTS}}

# The command as it is released, with the slow and thorough optimization
dist:
    cargo build --locked --profile dist
