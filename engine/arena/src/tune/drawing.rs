//! A drawing of the course of tuned parameters.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::log::TuneRecord;
use super::tendency::Tendency;
use crate::base::error::TuneError;

/// The size of the drawing.
const SIZE: (u32, u32) = (900, 520);
/// The space round it, for names at the right, and for the numbers beside and below.
const MARGIN: [u32; 4] = [16, 170, 56, 36];
/// The colours of the parameters with a name in the drawing.
const COLOURS: [RGBColor; 10] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(200, 100, 10),
    RGBColor(140, 86, 75),
    RGBColor(190, 70, 150),
    RGBColor(60, 60, 60),
    RGBColor(130, 130, 20),
    RGBColor(15, 150, 170),
];
/// The colour of all others.
const PALE: RGBColor = RGBColor(205, 205, 205);
/// The pixels between two names.
const LINE: i32 = 18;

/// Draws the distance of each parameter from its start over the iterations, in steps. The most
/// certain ones have colours, and the others are grey. The distances are sums over all tunings; an
/// ended tuning keeps its last value.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn draw_tunings(
    path: &Path,
    records: &[TuneRecord],
    tendencies: &[Tendency],
) -> Result<(), TuneError> {
    let failed = |error: Box<dyn Error>| TuneError::Drawing {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    draw(path, records, tendencies).map_err(failed)
}

/// Does the work of [`draw_tunings`].
fn draw(
    path: &Path,
    records: &[TuneRecord],
    tendencies: &[Tendency],
) -> Result<(), Box<dyn Error>> {
    let ways: Vec<Vec<(f64, f64)>> = tendencies.iter().map(|one| way(records, one)).collect();
    let heights = ways.iter().flatten().map(|(_, steps)| *steps);
    let (low, high) = heights.fold((-1.0f64, 1.0f64), |(low, high), y| (low.min(y), high.max(y)));
    let last = ways.iter().map(Vec::len).max().unwrap_or(0).max(2) as f64;
    let [margin, right, beside, below] = MARGIN;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(margin)
        .margin_right(right)
        .y_label_area_size(beside)
        .x_label_area_size(below)
        .build_cartesian_2d(0.0..last, low * 1.05..high * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("iteration")
        .y_desc("steps from the start")
        .x_label_formatter(&|iteration| format!("{iteration:.0}"))
        .draw()?;
    let (named, others) = ways.split_at(ways.len().min(COLOURS.len()));
    for way in others {
        chart.draw_series(LineSeries::new(way.iter().copied(), PALE))?;
    }
    for (line, ((way, one), colour)) in named.iter().zip(tendencies).zip(COLOURS).enumerate() {
        chart.draw_series(LineSeries::new(way.iter().copied(), colour.stroke_width(2)))?;
        let place = ((SIZE.0 - right) as i32 + 4, margin as i32 + LINE * line as i32);
        let name = format!("{} {:+.1}", one.parameter.name, one.certainty);
        root.draw(&Text::new(name, place, ("sans-serif", 13).into_font().color(&colour)))?;
    }
    root.present()?;
    Ok(())
}

/// Returns the distance of a parameter from its start after each iteration.
fn way(records: &[TuneRecord], tendency: &Tendency) -> Vec<(f64, f64)> {
    let parameter = &tendency.parameter;
    let longest = records.iter().map(|record| record.iterations.len()).max().unwrap_or(0);
    let steps = |record: &TuneRecord, iterations: usize| {
        let index = record.header.parameters.iter().position(|other| other == parameter);
        let reached = record.iterations.iter().take(iterations).next_back();
        index.zip(reached).map_or(0.0, |(index, reached)| {
            (reached.values[index] - parameter.start as f64) / parameter.last_step()
        })
    };
    (0..=longest)
        .map(|iterations| {
            let sum = records.iter().map(|record| steps(record, iterations)).sum();
            (iterations as f64, sum)
        })
        .collect()
}
