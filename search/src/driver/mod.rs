//! The entries of the search and its course at the root: threads, iterative deepening, reports.

mod lines;
mod root;
mod root_tables;
pub(crate) mod search_engine;
#[cfg(not(test))]
pub(crate) mod searcher;
pub(crate) mod settings;
mod stopping;
mod strength;
mod variant_search;
