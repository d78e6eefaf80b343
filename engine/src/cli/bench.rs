//! `rotunda bench`: fixed positions on one thread.

use std::io::Write;

use clap::Args;
use rotunda_movegen::Variant;
use rotunda_protocol::BenchOrder;
use rotunda_search::{StopHandle, search_engine};

use super::shared::{DEEPEST, VariantParser};
use crate::bench::bench;
use crate::completion::{Completion, RunError};
use crate::progress;

/// The positions of the bench, and its depth.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Search only the positions of this variant
    #[arg(long, value_name = "NAME", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<&'static Variant>,
    /// Depth of each search, in plies; by default the depth of the signature
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: Option<u32>,
    /// Also print statistics of move ordering and reductions for each variant
    #[arg(long)]
    stats: bool,
}

impl BenchArgs {
    /// Searches the positions and prints the sum of their nodes last.
    ///
    /// # Errors
    /// Returns an error if there is no memory, or `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let order = BenchOrder { variant: self.variant, depth: self.depth, stats: self.stats };
        let bar = progress::bar(0);
        let mut written = Ok(());
        let mut on_line = |line: &str, positions: usize| {
            bar.set_length(positions as u64);
            bar.inc(1);
            if written.is_ok() {
                written = bar.suspend(|| writeln!(out, "{line}"));
            }
        };
        let total = bench(&order, search_engine, &StopHandle::new(), &mut on_line);
        bar.finish_and_clear();
        written?;
        let total = total.map_err(|error| RunError::Machine(error.to_string()))?;
        writeln!(out, "{}", total.expect("nobody stops it").text(&order))?;
        Ok(Completion::Success)
    }
}
