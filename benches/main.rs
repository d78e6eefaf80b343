//! Benchmarks of Rotunda: `cargo bench -p rotunda-benches --bench rotunda [-- FILTER]`.
//!
//! Names are `subject/variant`. The time of one iteration is that of a whole stream of inputs; the
//! throughput gives questions, leaves or nodes per second.

mod attacks;
mod perft;
mod search;
mod slides;
mod starts;
mod streams;

use std::time::Duration;

use criterion::Criterion;

/// The time before each measurement.
const WARM_UP: Duration = Duration::from_millis(500);
/// The time of each measurement, if its samples fit in. An option of the command line changes it.
const MEASUREMENT: Duration = Duration::from_secs(2);

fn main() {
    let criterion = Criterion::default().warm_up_time(WARM_UP).measurement_time(MEASUREMENT);
    let mut criterion = criterion.configure_from_args();
    slides::bench(&mut criterion);
    attacks::bench(&mut criterion);
    perft::bench(&mut criterion);
    search::bench(&mut criterion);
    criterion.final_summary();
}
