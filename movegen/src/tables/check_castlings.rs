//! Checks of castlings: they must not remove a piece from the board, and must not share their text
//! with another move.

use super::piece::Kind;
use super::side::partner;
use super::spec::{CastlingSpec, Role, Spec};
use super::spec_error::SpecError;
use crate::geometry::{Cell, Path};

/// Refuses castlings that put two pieces on one cell, that move nothing, that put a piece where it
/// can never stand, or that have the text of another move.
pub(super) fn check_castlings(spec: &Spec) -> Result<(), SpecError> {
    for (index, castling) in spec.castlings.iter().enumerate() {
        let (king, rook) = (castling.king, castling.rook);
        if king.0 == rook.0 || king.1 == rook.1 || king.0 == king.1 && rook.0 == rook.1 {
            return Err(SpecError::CastlingCells(castling.right));
        }
        let royal = spec.kinds.iter().find(|kind| kind.role == Role::King);
        let partner = partner(castling, spec).map(|kind| &spec.kinds[kind.index()]);
        let ends = [(royal, king.1), (partner, rook.1)];
        let is_closed = |(kind, end): &(Option<_>, Cell)| {
            kind.is_some_and(|kind: &super::spec::KindSpec| {
                kind.closed[castling.seat.index()].contains(end)
            })
        };
        if ends.iter().any(is_closed) {
            return Err(SpecError::CastlingClosed(castling.right));
        }
        let is_same =
            |other: &CastlingSpec| other.seat == castling.seat && other.code == castling.code;
        if spec.castlings[..index].iter().any(is_same) || is_written_as_a_move(spec, castling) {
            return Err(SpecError::CastlingText(castling.right));
        }
    }
    Ok(())
}

/// Returns whether the cells of a castling's text are those of another move that may be possible at
/// the same time.
fn is_written_as_a_move(spec: &Spec, castling: &CastlingSpec) -> bool {
    let (from, to) = castling.code;
    let (king, rook) = (castling.king.0, castling.rook.0);
    if to == king || to == rook {
        return false; // an own piece stands there
    }
    let ends = [castling.king.1, castling.rook.1];
    let must_be_empty = castling.empty.contains(&from) || ends.contains(&from);
    if from != king && from != rook && must_be_empty {
        return false;
    }
    let partner = partner(castling, spec).map(Kind::index);
    let goes = |paths: &Vec<Vec<Vec<Path>>>| {
        let mut paths = paths[castling.seat.index()][from.index()].iter();
        paths.any(|path| path.targets().contains(&to))
    };
    spec.kinds.iter().enumerate().any(|(index, kind)| {
        let stands = if from == king {
            kind.role == Role::King
        } else {
            from != rook || Some(index) == partner
        };
        stands && goes(&kind.paths)
    })
}
