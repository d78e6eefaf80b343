//! [`Exits`]: the moves that change the material, and the tables that hold the values of the
//! positions after them.

use std::sync::Arc;

use rotunda_movegen::{KINDS, Kind};

use crate::code::Code;
use crate::layout::{Renaming, State};
use crate::material::MOST_MEN;
use crate::table::Table;

/// A change of the material by one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exit {
    /// The piece that moves, and its kind after the move.
    pub man: usize,
    pub becomes: Kind,
    /// The piece that is captured.
    pub taken: Option<usize>,
}

impl Exit {
    fn number(self) -> usize {
        let taken = self.taken.map_or(0, |man| man + 1);
        (self.man * KINDS + self.becomes.index()) * (MOST_MEN + 1) + taken
    }
}

/// The moves that change the material, and the tables that hold the values of the positions after
/// them.
#[derive(Default, Debug)]
pub(crate) struct Exits {
    doors: Vec<Option<(Arc<Table>, Renaming)>>,
}

impl Exits {
    /// Adds a change of the material, with the table of the positions after it.
    pub fn add(&mut self, exit: Exit, table: Arc<Table>, renaming: Renaming) {
        let number = exit.number();
        if self.doors.len() <= number {
            self.doors.resize(number + 1, None);
        }
        self.doors[number] = Some((table, renaming));
    }

    /// Returns the code of a position that such a move has reached.
    #[inline]
    pub fn code(&self, exit: Exit, after: State) -> Code {
        let door = self.doors.get(exit.number()).and_then(Option::as_ref);
        let (table, renaming) = door.expect("every change of the material has its table");
        table.code(renaming.apply(after))
    }
}
