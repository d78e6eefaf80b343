//! [`GameNet`]: a net made ready for a game, and [`Evaluation`], the choice of one.

use std::sync::Arc;

use rotunda_movegen::{Options, Position, Rules, SEATS, Seat, Variant, VariantTables, in_family};

use super::accumulators::Accumulators;
use super::embedded::embedded;
use super::features::Features;
use super::file::NetError;
use super::network::Network;
use crate::base::score::Score;
use crate::eval::Base;

/// The kind of static evaluation.
///
/// ```
/// use rotunda_search::{Evaluation, Settings};
/// assert_eq!(Settings::default().evaluation, Evaluation::Net);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// The net of the game, or the derived evaluation if there is none, with the numbers that were
    /// fitted to the game if there are some.
    #[default]
    Net,
    /// The evaluation that is derived from the moves of the pieces, without fitted numbers.
    Derived,
}

/// A net that is prepared for a game.
#[derive(Clone, Debug)]
pub(crate) struct GameNet {
    network: Arc<Network>,
    features: Features,
}

impl GameNet {
    /// Returns the net to use: the given one if it is for this game, or else the program's own, if
    /// there is one. It is `None` if `evaluation` asks for none.
    ///
    /// `start` is the start position of the game, and the teams are those of `table`.
    pub fn wanted<R: Rules<W>, const W: usize>(
        start: &Position<W>,
        table: &Position<W>,
        evaluation: Evaluation,
        given: Option<&Arc<Network>>,
    ) -> Option<Self> {
        if evaluation == Evaluation::Derived {
            return None;
        }
        let own = || embedded(start.variant().name());
        if given.is_none() && own().is_none() {
            return None;
        }
        let features = Features::new::<R, W>(start, table);
        let fits = |network: &Network| check(network, &features).is_ok();
        let given = given.filter(|network| fits(network)).cloned();
        let network = given.or_else(|| {
            let network = Network::from_bytes(own()?).ok().filter(|network| fits(network));
            network.map(Arc::new)
        })?;
        Some(Self { network, features })
    }

    /// Creates accumulators for lines of so many plies.
    pub fn accumulators<const W: usize>(&self, plies: usize) -> Accumulators<'_, W> {
        Accumulators::new(&self.network, &self.features, plies)
    }
}

impl Network {
    /// Returns the variant that the net was made for.
    ///
    /// # Errors
    /// Returns an error if the program does not know the variant, or if its board or pieces differ.
    pub fn variant(&self) -> Result<&'static Variant, NetError> {
        let other = || NetError::OtherGame(self.provenance.variant.clone());
        let variant = Variant::by_name(&self.provenance.variant).map_err(|_| other())?;
        self.fits(variant)?;
        Ok(variant)
    }

    /// Checks that the net can be used in a variant. That may differ from the net's own variant if
    /// board and pieces are the same.
    ///
    /// # Errors
    /// Returns an error if it cannot.
    pub fn fits(&self, variant: &'static Variant) -> Result<(), NetError> {
        check(self, &features(variant))
    }
}

/// The features of a variant.
fn features(variant: &'static Variant) -> Features {
    fn of<R: Rules<W>, const W: usize>(tables: &VariantTables<W>) -> Features {
        let start = R::start(tables);
        Features::new::<R, W>(&start, &start)
    }
    in_family!(variant.family(Options::default()), R, tables => of::<R, _>(tables))
}

/// Checks that a net is for the game of these features.
///
/// # Errors
/// Returns an error if it is for another game.
pub(super) fn check(network: &Network, features: &Features) -> Result<(), NetError> {
    let fits = network.fingerprint == features.fingerprint()
        && network.shape.inputs == features.layout().inputs()
        && network.regions.fit(features.layout().cells)
        && network.shape.perspectives == features.layout().perspectives;
    let other = || NetError::OtherGame(network.provenance.variant.clone());
    fits.then_some(()).ok_or_else(other)
}

/// Returns the base of a net, and its output for each living seat in one position; the full base
/// and no output without a net.
pub(crate) fn added<const W: usize>(
    net: Option<&GameNet>,
    position: &Position<W>,
) -> (Base, [Score; SEATS]) {
    let added = net.map(|net| {
        let mut net = net.accumulators(1);
        (net.base(), net.seats(position, 0))
    });
    added.unwrap_or_default()
}

/// The teams of a position: the side of every seat.
pub(crate) fn teams<const W: usize>(position: &Position<W>) -> [usize; SEATS] {
    std::array::from_fn(|seat| position.side_of(Seat(seat as u8)))
}
