//! [`values`]: the values of the learned positions of games by several evaluations.

use std::any::Any;

use rayon::prelude::*;
use rotunda_movegen::{Family, Position, Rules, SEATS, VariantTables, in_family};
use rotunda_search::net::{Base, Derived, EvalParams};

use crate::file::error::DataError;
use crate::file::plies::{Ply, Visitor, replay};
use crate::file::stored_game::StoredGame;
use crate::train::examples::is_learned;

/// The values of one position by every evaluation: of the mover in a duel, and otherwise of every
/// seat.
pub(super) type Values = Vec<[i16; SEATS]>;

/// Returns the usual numbers of a game.
pub(super) fn usual_params(family: Family) -> EvalParams {
    in_family!(family, R, tables => usual_of::<R, _>(tables))
}

fn usual_of<R: Rules<W>, const W: usize>(tables: &VariantTables<W>) -> EvalParams {
    Derived::params(&R::start(tables))
}

/// Returns the values of every learned position of games by evaluations with these numbers, in
/// order.
///
/// # Errors
/// Returns an error if a game makes no sense.
pub(super) fn values(
    family: Family,
    games: &[StoredGame],
    params: &[EvalParams],
) -> Result<Vec<Values>, DataError> {
    let evaluations = in_family!(family, R, tables => evaluations::<R, _>(tables, params));
    let of_game = |game: &StoredGame| -> Result<Vec<Values>, DataError> {
        let mut seen = Seen { evaluations: &*evaluations, values: Vec::new() };
        replay(family, game, &mut seen)?;
        Ok(seen.values)
    };
    let of_games: Vec<Vec<Values>> = games.par_iter().map(of_game).collect::<Result<_, _>>()?;
    Ok(of_games.into_iter().flatten().collect())
}

fn evaluations<R: Rules<W>, const W: usize>(
    tables: &'static VariantTables<W>,
    params: &[EvalParams],
) -> Box<dyn Any + Send + Sync> {
    let start = R::start(tables);
    let all = params.par_iter().map(|params| Derived::<W>::with_params(&start, params));
    Box::new(all.collect::<Vec<_>>())
}

/// The values of the positions of a game so far.
struct Seen<'a> {
    /// The evaluations, for the board word of the game.
    evaluations: &'a (dyn Any + Send + Sync),
    values: Vec<Values>,
}

impl Visitor for Seen<'_> {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        let Some(evaluations) = self.evaluations.downcast_ref::<Vec<Derived<W>>>() else { return };
        if !is_learned(position, ply, Base::Full) {
            return;
        }
        let value = |derived: &Derived<W>| {
            if R::ALTERNATES {
                let mut of_mover = [0; SEATS];
                of_mover[0] = derived.duel(position).0 as i16;
                of_mover
            } else {
                derived.seats(position).map(|score| score as i16)
            }
        };
        self.values.push(evaluations.iter().map(value).collect());
    }
}
