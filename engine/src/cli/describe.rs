//! `rotunda variants` and `rotunda describe`: the list of games, and the description of one.

use std::io::{self, Write};

use clap::{ArgGroup, Args};
use rotunda_board::Description;
use rotunda_movegen::Variant;
use serde::Serialize;

use super::shared::VariantParser;
use crate::completion::{Completion, RunError};

/// The options of `rotunda variants`.
#[derive(Args, Debug)]
pub struct VariantsArgs {
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// The options of `rotunda describe`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true).args(["name", "variant"])))]
pub struct DescribeArgs {
    /// The variant
    #[arg(value_name = "NAME", value_parser = VariantParser, hide_possible_values = true)]
    name: Option<&'static Variant>,
    /// The variant, as for all other commands
    #[arg(long, value_name = "NAME", value_parser = VariantParser, hide_possible_values = true)]
    variant: Option<&'static Variant>,
    /// As JSON, with everything that is needed to draw the board
    #[arg(long)]
    json: bool,
}

/// The row of a variant in `rotunda variants`.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    seats: usize,
    files: usize,
    ranks: usize,
    cells: usize,
    start: &'static str,
}

impl From<&'static Variant> for Row {
    fn from(entry: &'static Variant) -> Self {
        let ((files, ranks), cells) = (entry.size(), entry.cells());
        let Variant { name, title, seats, .. } = entry;
        Self { name, title, seats: *seats, files, ranks, cells, start: entry.start() }
    }
}

impl VariantsArgs {
    /// Lists the variants.
    ///
    /// # Errors
    /// Returns an error if `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let rows: Vec<Row> = Variant::known().map(Row::from).collect();
        if self.json {
            let text = serde_json::to_string_pretty(&rows).map_err(io::Error::from)?;
            writeln!(out, "{text}")?;
            return Ok(Completion::Success);
        }
        for Row { name, title, seats, files, ranks, cells, start } in rows {
            writeln!(out, "{name}: {title}")?;
            writeln!(out, "    {seats} seats, {cells} cells on {files} files and {ranks} ranks")?;
            writeln!(out, "    {start}")?;
        }
        Ok(Completion::Success)
    }
}

impl DescribeArgs {
    /// Describes the variant.
    ///
    /// # Errors
    /// Returns an error if `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let variant = self.name.or(self.variant).expect("one of them is required");
        let description = Description::of(variant);
        if self.json {
            let text = serde_json::to_string_pretty(&description).map_err(io::Error::from)?;
            writeln!(out, "{text}")?;
        } else {
            write!(out, "{description}")?;
        }
        Ok(Completion::Success)
    }
}
