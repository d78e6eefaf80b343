//! The legal moves one after another, without a list of them.
//!
//! A draughtsman can have millions of series, and a duty depends on all of them. So this module
//! first finds out whether some move fulfils the duty. Then it can judge every move by itself.

use std::ops::ControlFlow;

use super::duty::{Demand, can_be_met};
use super::generation::check_info as check_info_of;
use super::moves::SeriesMove;
use super::texts::{plain_written, series_written};
use super::walk::each_safe;
use crate::families::gen_budget::StopSign;
use crate::families::rules::Written;
use crate::geometry::Cell;
use crate::position::Position;

/// Passes the legal moves with their texts to `visit`, until `visit` or `stop` ends it.
pub(super) fn each_written<const W: usize>(
    position: &Position<W>,
    stop: StopSign,
    visit: &mut dyn FnMut(&SeriesMove<W>, Written) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let check_info = check_info_of(position);
    let mut show = |mv: &SeriesMove<W>, path: &[Cell]| {
        let written = match path {
            [] => plain_written(position, mv),
            path => series_written(position, path.to_vec()),
        };
        visit(mv, written)
    };
    if check_info.en_prise.is_empty() {
        return each_safe(position, &check_info, stop, show);
    }
    let demand = Demand::of(position, &check_info, Some(stop));
    let binds = can_be_met(position, &check_info, &demand, stop);
    if stop() {
        return ControlFlow::Break(());
    }
    each_safe(position, &check_info, stop, |mv, path| {
        if binds && !demand.is_met_by(mv) { ControlFlow::Continue(()) } else { show(mv, path) }
    })
}
