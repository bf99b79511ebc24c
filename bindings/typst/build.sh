#!/usr/bin/env bash
# Builds the plugin and puts it next to lib.typ. `build.sh FOLDER` also puts the whole package into that folder, as it
# is published. `PROFILE=dev build.sh` builds an unoptimized plugin in a third of the time.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
profile=${PROFILE:-release}
cargo build --locked --quiet --profile "$profile" --target "$target"
folder="${CARGO_TARGET_DIR:-../target}"
cp "$folder/$target/${profile/#dev/debug}/pipscribe_typst.wasm" pipscribe.wasm
ls -l pipscribe.wasm
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    cp typst.toml lib.typ README.md pipscribe.wasm ../../LICENSE-MIT ../../LICENSE-APACHE "$1"
    cp ../../src/draw/font/OFL.txt "$1/LICENSE-OFL"
    cp ../../THIRD-PARTY-LICENSES "$1"
fi
