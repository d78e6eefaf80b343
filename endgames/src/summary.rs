//! [`Summary`]: the results of each material in one line, small enough to be part of a program.

use std::fmt;

use rotunda_movegen::{FULL, Kind, VariantTables};
use rustc_hash::FxHashMap;

use crate::fingerprint::fingerprint;
use crate::library::{Report, Resistance};
use crate::material::Material;

/// The summaries of all variants that are part of the program.
const KNOWN: [&str; 8] = [
    include_str!("../summaries/chess.txt"),
    include_str!("../summaries/circular66.txt"),
    include_str!("../summaries/circular68.txt"),
    include_str!("../summaries/circular70.txt"),
    include_str!("../summaries/ordinary.txt"),
    include_str!("../summaries/ordinary-nocheckers.txt"),
    include_str!("../summaries/rollerball.txt"),
    include_str!("../summaries/roundtable84.txt"),
];
/// The denominator of shares of positions.
const PERMILLE: u64 = 1000;
/// The line before the fingerprint of the rules.
const RULES: &str = "rules ";

/// The share of positions of some material that are won for the whole point.
///
/// As text it is the letters of the pieces and five numbers. Those of `KQKR` of chess are
/// `990 655 1 286 69`: the first side wins 990 of a thousand positions with the move and 655
/// without it. The second side wins 286 with the move and 1 without it. The longest win of the
/// first takes 69 plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The positions that each side wins with White to move and with Black to move, in permille.
    pub won: [[u16; 2]; 2],
    /// The plies of the first side's longest win, 0 if it wins nowhere.
    pub longest: u16,
}

/// The usual result of some material, apart from captures on the next moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// White wins, as a rule.
    White,
    /// Black wins, as a rule.
    Black,
    /// The game is drawn, as a rule.
    Drawn,
    /// The result depends on the cells of the pieces.
    Depends,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "won",
            Self::Black => "lost",
            Self::Drawn => "drawn",
            Self::Depends => "depends",
        })
    }
}

/// The permille of won positions from which material counts as won.
const WON: u16 = 750;
/// The permille of won positions up to which material counts as drawn.
const DRAWN: u16 = 330;

impl Odds {
    /// Returns the odds of a report.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let [white, black] = report.tallies;
        let permille = |count: u64, of: u64| (count * PERMILLE).checked_div(of).unwrap_or(0) as u16;
        Self {
            won: [
                [permille(white.won[0], white.positions), permille(black.lost[0], black.positions)],
                [permille(white.lost[0], white.positions), permille(black.won[0], black.positions)],
            ],
            longest: report.longest[0].as_ref().map_or(0, |(plies, _)| *plies),
        }
    }

    /// Returns the permille of all positions that White wins, and that Black wins.
    #[must_use]
    pub const fn means(&self) -> [u16; 2] {
        let [white, black] = self.won;
        [white[0].midpoint(white[1]), black[0].midpoint(black[1])]
    }

    /// Returns the usual result of the material.
    ///
    /// With the move, much drawn material wins because something can be captured at once. So
    /// material counts as won only if it also wins most positions without the move.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self.means() {
            [white, _] if white >= WON => Class::White,
            [_, black] if black >= WON => Class::Black,
            [white, black] if white <= DRAWN && black <= DRAWN => Class::Drawn,
            _ => Class::Depends,
        }
    }

    const fn swapped(self) -> Self {
        let [[white, white_waiting], [black, black_waiting]] = self.won;
        Self { won: [[black_waiting, black], [white_waiting, white]], longest: 0 }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.won;
        write!(f, "{} {} {} {} {}", white[0], white[1], black[0], black[1], self.longest)
    }
}

/// The known odds of the material of one variant.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    odds: FxHashMap<Material, Odds>,
    resistances: Vec<(Material, Resistance)>,
}

/// The words for the colour of the cells of a bound piece.
const COLOURS: [(&str, Option<bool>); 3] =
    [("any", None), ("dark", Some(false)), ("light", Some(true))];

impl fmt::Display for Resistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = COLOURS.iter().find(|(_, known)| *known == self.on_light);
        write!(f, "{} {}", self.name, colour.map_or("any", |(word, _)| word))?;
        self.plies.iter().try_for_each(|plies| write!(f, " {plies}"))
    }
}

impl Summary {
    /// Returns the summary that is part of the program, if it has one for these rules. The values
    /// of partial wins make no difference.
    #[must_use]
    pub fn of<const W: usize>(tables: &VariantTables<W>) -> Option<Self> {
        let rules = rules_line(tables);
        let text = KNOWN.iter().find(|text| text.lines().any(|line| line == rules))?;
        Self::parse(tables, text)
    }

    /// Reads a summary; `None` if a line is malformed.
    ///
    /// ```
    /// use rotunda_endgames::{Class, Material, Summary};
    /// use rotunda_movegen::{Family, Options, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let summary = Summary::parse(chess, "KRK 1000 900 0 0 31\nKBK 0 0 0 0 0").expect("two lines");
    /// let class = |name| summary.odds(&Material::parse(chess, name).unwrap()).unwrap().class();
    /// assert_eq!(["KRK", "KKR", "KBK"].map(class), [Class::White, Class::Black, Class::Drawn]);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn parse<const W: usize>(tables: &VariantTables<W>, text: &str) -> Option<Self> {
        let (mut odds, mut resistances) = (FxHashMap::default(), Vec::new());
        let is_told = |line: &&str| !line.starts_with('#') && !line.starts_with(RULES);
        for line in text.lines().filter(is_told) {
            let (name, rest) = line.split_once(' ')?;
            let material = Material::parse(tables, name)?;
            let colour = COLOURS.iter().find_map(|(word, on_light)| {
                Some((*on_light, rest.strip_prefix(word)?.strip_prefix(' ')?))
            });
            let (on_light, rest) = colour.map_or((None, rest), |(on_light, rest)| (on_light, rest));
            let numbers: Vec<u16> =
                rest.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
            if colour.is_some() {
                let name = name.to_owned();
                resistances.push((material, Resistance { name, on_light, plies: numbers }));
                continue;
            }
            let (&longest, won) = numbers.split_last()?;
            let [[first, second], [third, fourth]] = *won.as_chunks::<2>().0 else { return None };
            let own = Odds { won: [[first, second], [third, fourth]], longest };
            odds.insert(material, own);
            odds.entry(material.swapped(tables)).or_insert_with(|| own.swapped());
        }
        Some(Self { odds, resistances })
    }

    /// Returns the odds of some material, if they are known.
    #[must_use]
    pub fn odds(&self, material: &Material) -> Option<Odds> {
        self.odds.get(material).copied()
    }

    /// Returns the odds of all known material.
    pub fn all_odds(&self) -> impl Iterator<Item = (&Material, Odds)> {
        self.odds.iter().map(|(material, odds)| (material, *odds))
    }

    /// Returns how long lone kings hold out.
    #[must_use]
    pub fn resistances(&self) -> &[(Material, Resistance)] {
        &self.resistances
    }
}

/// Returns the line of a summary that names its rules by their fingerprint.
#[must_use]
pub fn rules_line<const W: usize>(tables: &VariantTables<W>) -> String {
    let kinds: Vec<Kind> = (0..tables.kinds().len()).map(|kind| Kind(kind as u8)).collect();
    // A stalemate worth the whole point is as good as mate.
    let with_scoring = [0, FULL].contains(&tables.scoring().stalemate);
    format!("{RULES}{:016x}", fingerprint(tables, &kinds, with_scoring))
}
