# An image with nothing but the program, which is linked statically. The folder with the records is mounted at /records:
#
#     docker build --tag pipscribe .
#     docker run --rm --volume "$PWD:/records" pipscribe check
FROM rust:1.92-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /source
COPY . .
RUN cargo build --locked --release --package pipscribe-cli

FROM scratch
COPY --from=build /source/target/release/pipscribe /pipscribe
COPY LICENSE-APACHE LICENSE-MIT THIRD-PARTY-LICENSES src/draw/font/OFL.txt /licences/
WORKDIR /records
ENTRYPOINT ["/pipscribe"]
