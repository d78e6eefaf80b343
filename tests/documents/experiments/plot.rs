//! Plots of sections: a point with an error bar for each row, in the order of the rows.

use plotters::prelude::*;

use super::record::Row;

/// The pixels from one row to the next.
const STEP: u32 = 20;
/// The width of a plot, and the space for names on its left and for the axis below.
const WIDTH: u32 = 800;
const NAMES: u32 = 290;
const AXIS: u32 = 40;
/// The space round the plot, in pixels.
const MARGIN: u32 = 12;
/// The length of the longest name that is not cut, in characters.
const LONGEST_NAME: usize = 44;
/// The radius of a point and half the height of the ends of its error bar, in pixels.
const POINT: i32 = 4;
/// The colours of rows that were kept, of rows that were not, and of others.
const KEPT: RGBColor = RGBColor(31, 119, 180);
const NOT_KEPT: RGBColor = RGBColor(200, 100, 10);
const OTHER: RGBColor = RGBColor(90, 90, 90);

/// A row of a plot.
struct Bar {
    name: String,
    gain: f64,
    error: f64,
    colour: RGBColor,
}

/// Returns the rows of a section that have a gain with its error. Their names are the variants or,
/// if all rows have the same variant, the changes.
fn bars(section: &str, rows: &[Row]) -> Vec<Bar> {
    let of_section = || rows.iter().filter(|row| row.area == section);
    let measured = || of_section().filter(|row| row.gain().is_some());
    let first = measured().next().map(|row| &row.variant);
    let is_of_one = measured().all(|row| Some(&row.variant) == first);
    let bar = |(number, row): (usize, &Row)| {
        let subject = if is_of_one { &row.change } else { &row.variant };
        let mut name = format!("{number} {subject}");
        if name.chars().count() > LONGEST_NAME {
            name = name.chars().take(LONGEST_NAME - 2).collect::<String>() + "..";
        }
        let colour = match row.kept.as_str() {
            "yes" => KEPT,
            "no" => NOT_KEPT,
            _ => OTHER,
        };
        Some(Bar { name, gain: row.gain()?, error: row.error?, colour })
    };
    (1..).zip(of_section()).filter_map(bar).collect()
}

/// Returns the plot of a section as SVG.
///
/// # Panics
/// Panics if the section has no row with a gain and an error.
pub fn of_section(section: &str, rows: &[Row]) -> String {
    let bars = bars(section, rows);
    assert!(!bars.is_empty(), "{section} has nothing to draw");
    let low = bars.iter().map(|bar| bar.gain - bar.error).fold(-10.0, f64::min);
    let high = bars.iter().map(|bar| bar.gain + bar.error).fold(10.0, f64::max);
    let height = STEP * bars.len() as u32 + AXIS + 2 * MARGIN;
    let mut svg = String::new();
    draw(&mut svg, (WIDTH, height), &bars, (low - 5.0, high + 5.0))
        .expect("a string can be drawn to");
    svg.push('\n');
    svg
}

fn draw(
    svg: &mut String,
    size: (u32, u32),
    bars: &[Bar],
    (low, high): (f64, f64),
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(MARGIN)
        .margin_left(NAMES)
        .x_label_area_size(AXIS)
        .build_cartesian_2d(low..high, bars.len() as f64..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .disable_y_axis()
        .x_desc("Elo; blue: kept, orange: not kept")
        .x_label_formatter(&|elo| format!("{elo:+.0}"))
        .draw()?;
    let bottom = bars.len() as f64;
    chart.draw_series([PathElement::new(vec![(0.0, 0.0), (0.0, bottom)], BLACK)])?;
    for (index, bar) in bars.iter().enumerate() {
        let line = index as f64 + 0.5;
        let ends = [bar.gain - bar.error, bar.gain + bar.error];
        let style = bar.colour.stroke_width(2);
        chart.draw_series([PathElement::new(ends.map(|elo| (elo, line)).to_vec(), style)])?;
        chart.draw_series([Circle::new((bar.gain, line), POINT, bar.colour.filled())])?;
        let place = (MARGIN as i32, MARGIN as i32 + (STEP as i32) * index as i32 + POINT);
        root.draw(&Text::new(bar.name.as_str(), place, ("sans-serif", 13).into_font()))?;
    }
    root.present()?;
    Ok(())
}
