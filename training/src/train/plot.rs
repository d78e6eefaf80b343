//! A drawing of the losses of a training.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::trainer::Losses;

/// The size of the drawing.
const SIZE: (u32, u32) = (720, 420);
/// The space round it, and for the numbers beside and below.
const MARGIN: [u32; 3] = [16, 64, 36];

/// Draws the losses after each epoch, and the loss of the evaluation without a net, as SVG.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(crate) fn plot(path: &Path, derived: f32, losses: &[Losses]) -> Result<(), Box<dyn Error>> {
    let all = losses.iter().flat_map(|losses| [losses.training, losses.validation]);
    let (low, high) = all
        .chain([derived])
        .fold((f32::MAX, f32::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let gap = (high - low).max(1e-4) * 0.05;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let [margin, beside, below] = MARGIN;
    let last = losses.len().max(2) as f32;
    let mut chart = ChartBuilder::on(&root)
        .margin(margin)
        .y_label_area_size(beside)
        .x_label_area_size(below)
        .build_cartesian_2d(1.0..last, low - gap..high + gap)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("loss (nats)")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .draw()?;
    let of = |loss: fn(&Losses) -> f32| {
        (1..).zip(losses).map(move |(epoch, losses)| (epoch as f32, loss(losses)))
    };
    let without = [(1.0, derived), (last, derived)];
    chart.draw_series(LineSeries::new(of(|losses| losses.training), BLUE))?;
    chart.draw_series(LineSeries::new(of(|losses| losses.validation), RED))?;
    chart.draw_series(LineSeries::new(without, BLACK))?;
    for (line, (name, colour)) in
        [("training", BLUE), ("validation", RED), ("without the net", BLACK)]
            .into_iter()
            .enumerate()
    {
        let place = (beside as i32 + 40, below as i32 + 18 * line as i32);
        root.draw(&Text::new(name, place, ("sans-serif", 14).into_font().color(&colour)))?;
    }
    root.present()?;
    Ok(())
}
