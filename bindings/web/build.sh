#!/usr/bin/env bash
# Builds the package into `dist`: three modules of WebAssembly, their glue, and the JavaScript with its types. `build.sh
# server` makes the modules of the web app instead: the first with the language server, without the functions that the
# app does not call and in two parts (`split.mjs`), and with figures in the module of the formats. `build.sh together`
# adds the language server to the main module, and compiles the library only once, for tests; both modules then contain
# the formats. `PROFILE=dev build.sh together` builds without optimization, in a third of the time. Requires the packages
# of `package-lock.json` (`npm ci --ignore-scripts`) and the target wasm32-unknown-unknown.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
folder="${CARGO_TARGET_DIR:-$PWD/../target}"
profile=${PROFILE:-web}
bin=node_modules/.bin
rm -rf dist
mkdir -p dist/glue dist/inline dist/types
# `bindgen` replaces the command `wasm-bindgen`: the lock file ties its version to the version of the crate, and it builds
# faster.
CARGO_PROFILE_DEV_DEBUG=none cargo build --locked --quiet --package pipscribe-web-bindgen
# Reproducible builds: leave out the paths of the machine.
remapped() { printf -- "'--remap-path-prefix=%s=%s'" "$1" "$2"; }
std=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')
paths="$(remapped "$(cd ../.. && pwd)" .), $(remapped "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates)"
paths+=", $(remapped "$(rustc --print sysroot)/lib/rustlib/src/rust" "$std")"
# The hash of decks, in its small form: it is not called often.
small="'--cfg=sha2_backend_soft=\"compact\"'"
[ "$profile" = dev ] && flags=() || flags=(--config "target.$target.rustflags = [$paths, $small]")
built() { cargo build --locked --quiet --profile "$profile" --target "$target" "${flags[@]}" "$@"; }
glued() { "$folder/debug/pipscribe-web-bindgen" "$folder/$target/${profile/#dev/debug}/pipscribe_web$1.wasm" dist/glue "$2"; }
if [ "${1:-}" = together ]; then
    built --package pipscribe-web --package pipscribe-web-images --features pipscribe-web/server,pipscribe-web/formats
    glued '' formats
else
    # Separate builds, so that no module contains unused features of another.
    features=()
    later=pipscribe-web/formats
    if [ "${1:-}" = server ]; then
        features=(--no-default-features --features pipscribe-web/server)
        later+=,pipscribe-web/figures
    fi
    built --package pipscribe-web --package pipscribe-web-images --no-default-features --features "$later"
    glued '' formats
    built --package pipscribe-web "${features[@]}"
fi
glued '' pipscribe
glued _images images
cp js/{parts,deferred}.{js,d.ts} dist/glue/
enabled=(bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext)
# `-Oz` reduces the modules by 5 %, but increases their gzipped size by 8 %, because it reorders locals. The passes
# selected here, with `merge-similar-functions`, reduce the gzipped size by 1 %.
passes=(duplicate-function-elimination optimize-instructions vacuum dce remove-unused-brs merge-blocks precompute code-folding rse vacuum
    remove-unused-names merge-similar-functions duplicate-function-elimination simplify-locals-notee-nostructure remove-unused-brs
    remove-unused-names code-pushing optimize-instructions merge-blocks code-folding remove-unused-names vacuum
    duplicate-function-elimination remove-unused-module-elements)
for module in pipscribe formats images; do
    glue=dist/glue/"$module"_bg.wasm
    if [ "$profile" != dev ]; then
        "$bin/wasm-opt" "${enabled[@]/#/--enable-}" "${passes[@]/#/--}" --strip-debug "$glue" -o "$glue"
    fi
    if [ "$profile/${1:-}/$module" = web/server/pipscribe ]; then
        node split.mjs dist/glue
    fi
    cp "$glue" dist/"$module".wasm
    node inline.mjs dist/"$module".wasm dist/inline/"$module".wasm.js
done
bundled() { "$bin/esbuild" "$1" --bundle --format=esm --target=es2022 --legal-comments=none --log-level=warning --outfile="$2" "${@:3}"; }
bundled js/node.ts dist/node.js --platform=node
bundled js/web.ts dist/web.js --platform=neutral
bundled js/node-inline.ts dist/node-inline.js --platform=node '--external:./inline/*'
bundled js/inline.ts dist/inline.js --platform=neutral '--external:./inline/*'
bundled js/board.ts dist/board.js --platform=browser
# The plugins share the modules of the package.
for plugin in markdown-it remark; do
    bundled js/$plugin.ts dist/$plugin.js --platform=neutral '--external:./library.js' '--external:./errors.js'
    sed -i -E 's#from "\./(library|errors)\.js"#from "pipscribe"#' dist/$plugin.js
done
bundled js/player.js dist/player.js --platform=browser
bundled test/raw.ts dist/raw.js --platform=node
"$bin/tsc" --project js
# The board is written for a bundler. Node asks for the extensions.
find dist/types/page -name '*.d.ts' -exec sed -i -E "s#from '(\./[a-z-]+)'#from '\1.js'#" {} +
cp js/contracts.d.ts js/parts.d.ts js/player.d.ts dist/types/js/
mkdir -p dist/schema
cp ../../corpus/schema/*.json dist/schema/
cp ../../LICENSE-MIT ../../LICENSE-APACHE .
cp ../../src/draw/font/OFL.txt LICENSE-OFL
cp ../../THIRD-PARTY-LICENSES .
for module in dist/*.wasm; do
    printf '%s: %s bytes, %s gzipped\n' "$module" "$(stat -c %s "$module")" "$(gzip -9 -c "$module" | wc -c)"
done
