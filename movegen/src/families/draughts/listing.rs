//! The legal moves one after another, without a list of them.
//!
//! A draughtsman can have millions of series, and a duty depends on all of them. So this module
//! first finds out whether some move fulfils the duty. Then it can judge every move by itself.

use std::ops::ControlFlow;

use super::duty::{Demand, can_be_met};
use super::generation::check_info as check_info_of;
use super::moves::SeriesMove;
use super::walk::each_safe;
use crate::families::duel::plain_text;
use crate::families::gen_budget::StopSign;
use crate::geometry::Cell;
use crate::position::Position;

/// Passes the texts of the legal moves to `visit`, until `visit` or `stop` ends it.
pub(super) fn each_text<const W: usize>(
    position: &Position<W>,
    stop: StopSign,
    visit: &mut dyn FnMut(String) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let check_info = check_info_of(position);
    let mut show = |mv: &SeriesMove<W>, path: &[Cell]| {
        visit(match path {
            [] => plain_text(position, mv.plain()),
            path => path.iter().map(|cell| position.variant().grid().name(*cell)).collect(),
        })
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
