#!/usr/bin/env bash
# Builds the package into `dist`: two modules of WebAssembly, their glue, the JavaScript around it and its types. Wants the packages of
# `package-lock.json` (`npm ci --ignore-scripts`) and the target wasm32-unknown-unknown.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
folder="${CARGO_TARGET_DIR:-$PWD/../target}"
bin=node_modules/.bin
rm -rf dist
mkdir -p dist/glue
cargo build --locked --quiet --profile web --target "$target" --package pipscribe-web --package pipscribe-web-images
# The program that writes the glue is as old as the crate that it is written for, and is built sooner than the whole `wasm-bindgen`.
CARGO_PROFILE_DEV_DEBUG=none cargo build --locked --quiet --package pipscribe-web-bindgen
for module in pipscribe images; do
    crate=pipscribe_web
    [ "$module" = pipscribe ] || crate=pipscribe_web_images
    "$folder/debug/pipscribe-web-bindgen" "$folder/$target/web/$crate.wasm" dist/glue "$module"
    "$bin/wasm-opt" -Oz --all-features --disable-gc dist/glue/"$module"_bg.wasm -o dist/"$module".wasm
    rm dist/glue/"$module"_bg.wasm
done
for platform in node neutral; do
    entry=web
    [ "$platform" = neutral ] || entry=node
    "$bin/esbuild" js/"$entry".ts --bundle --format=esm --platform="$platform" --target=es2022 --legal-comments=none --log-level=warning \
        --outfile=dist/"$entry".js
done
"$bin/tsc" --project js
cp js/contracts.d.ts dist/types/
cp ../../LICENSE-MIT ../../LICENSE-APACHE .
cp ../../src/draw/font/OFL.txt LICENSE-OFL
for module in dist/*.wasm; do
    printf '%s: %s bytes, %s gzipped\n' "$module" "$(stat -c %s "$module")" "$(gzip -9 -c "$module" | wc -c)"
done
