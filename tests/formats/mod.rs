//! Foreign formats: import and export.

mod abstractplay;
mod boardspace;
mod conversion;
mod gf1;
mod gipf;
mod kept_text;
mod linear;
mod pipe_diagrams;
mod positions;
mod sgf;
mod trees;
