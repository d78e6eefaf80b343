//! The entries of the search and its course at the root: threads, iterative deepening, reports.

mod lines;
mod root;
mod root_tables;
#[cfg(not(test))]
pub(crate) mod searcher;
pub(crate) mod settings;
mod stopping;
mod strength;
pub(crate) mod thinker;
mod variant_search;
