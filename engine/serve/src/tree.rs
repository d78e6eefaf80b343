//! [`Tree`]: a game with its variations, and the position at every node of it.

use rotunda_movegen::{
    Action, ActionError, Cell, FenError, Forfeit, GameRecord, Options, Seat, Variant,
};
use rotunda_notation::pgn::Header;
use rotunda_notation::{Nag, Notation};
use serde::{Serialize, Serializer};

use crate::action::{NOT_LEGAL, Refusal, WrittenAction};
use crate::variant_view::VariantView;

/// Nodes that a tree has at most.
pub const MAX_NODES: usize = 4000;
/// Letters of a comment, at most.
pub const MAX_COMMENT: usize = 2000;

/// The verdict of a search on a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// The depth of the search.
    pub depth: u32,
    /// Centipawns for the mover, if it is no mate.
    pub cp: Option<i32>,
    /// Moves to mate, negative if the mover is mated.
    pub mate: Option<i32>,
    /// Every seat's expected share of the point, in permille.
    pub shares: Vec<u16>,
}

/// A position of the tree, and how it came about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TreeNode"))]
pub struct Node {
    /// The node before; its own number at the root.
    pub parent: usize,
    /// The move that leads here in the notation for people; empty at the root.
    pub text: String,
    /// The move in the game's notation; nothing at the root, and where no move was made.
    pub notation: String,
    /// The seat that has acted; 0 at the root.
    pub seat: u8,
    /// The number of the full move that it belongs to.
    pub number: u32,
    /// The kind of the piece that has moved, as it was before; nothing where none has.
    pub kind: Option<usize>,
    /// Whether the move captures.
    pub takes: bool,
    /// The lines along which pieces went.
    pub ways: Vec<String>,
    /// The cells that the move names, in its order; none where no move was made.
    #[serde(skip)]
    pub cells: Vec<Cell>,
    /// The comment on it.
    pub comment: String,
    /// The glyphs of the move, which pages see as the signs that people write.
    #[serde(rename = "signs", serialize_with = "signs")]
    #[cfg_attr(test, ts(type = "string"))]
    pub nags: Vec<Nag>,
    /// The comment before the move, where a variation begins.
    #[serde(skip)]
    pub before: String,
    /// Commands of other programs in comments, as they were written.
    #[serde(skip)]
    pub commands: Vec<String>,
    /// The verdict of a search on the position.
    pub verdict: Option<Verdict>,
    /// The milliseconds left to every seat after it, where there are clocks.
    pub clocks: Option<Vec<u64>>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
    #[serde(skip)]
    action: Option<Action>,
}

impl Node {
    /// The root of a tree.
    fn root() -> Self {
        Self {
            parent: 0,
            text: String::new(),
            notation: String::new(),
            seat: 0,
            number: 0,
            kind: None,
            takes: false,
            ways: Vec::new(),
            cells: Vec::new(),
            comment: String::new(),
            nags: Vec::new(),
            before: String::new(),
            commands: Vec::new(),
            verdict: None,
            clocks: None,
            children: Vec::new(),
            action: None,
        }
    }
}

/// Writes glyphs as one text.
fn signs<S: Serializer>(nags: &[Nag], serializer: S) -> Result<S::Ok, S::Error> {
    let sign = |nag: &Nag| nag.sign().map_or_else(|| format!(" {nag}"), str::to_owned);
    serializer.serialize_str(&nags.iter().map(sign).collect::<String>())
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    variant: &'static Variant,
    options: Options,
    start: Option<String>,
    nodes: Vec<Node>,
    /// The node that was added last and the game there, the most frequent request.
    latest: Option<(usize, GameRecord)>,
}

impl Tree {
    /// A tree that has only its start: a position string, or the variant's own start.
    ///
    /// # Errors
    /// Returns an error if the position string is malformed or impossible.
    pub fn new(
        variant: &'static Variant,
        options: Options,
        start: Option<String>,
    ) -> Result<Self, FenError> {
        variant.family(options).game(start.as_deref())?;
        Ok(Self { variant, options, start, nodes: vec![Node::root()], latest: None })
    }

    /// The variant.
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The choices among its rules.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The position string of the start, if it is not the variant's own.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The game, its options and its start, as PGN names them.
    pub fn header(&self) -> Header {
        Header { variant: self.variant, options: self.options, start: self.start.clone() }
    }

    /// The nodes by their numbers; the first is the root, and those that were cut off are still
    /// there.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// A node, to change it.
    pub fn node_mut(&mut self, node: usize) -> Option<&mut Node> {
        self.nodes.get_mut(node)
    }

    /// Returns the action that led to a node.
    pub fn action(&self, node: usize) -> Option<&Action> {
        self.nodes[node].action.as_ref()
    }

    /// The numbers of the nodes from the root to a node, both included.
    pub fn line(&self, node: usize) -> Vec<usize> {
        let mut line = vec![node];
        let mut at = node;
        while at != 0 {
            at = self.nodes[at].parent;
            line.push(at);
        }
        line.reverse();
        line
    }

    /// The last node of the main line.
    pub fn tip(&self) -> usize {
        let mut at = 0;
        while let Some(next) = self.nodes[at].children.first() {
            at = *next;
        }
        at
    }

    /// The game at a node.
    pub fn standing(&self, node: usize) -> GameRecord {
        if let Some((_, standing)) = self.latest.as_ref().filter(|(latest, _)| *latest == node) {
            return standing.clone();
        }
        let standing = GameRecord::new(self.variant, self.options, self.start.as_deref());
        let mut standing = standing.expect("the start has been read before");
        for at in self.line(node) {
            if let Some(action) = &self.nodes[at].action {
                standing.act(action.clone()).expect("it has happened before");
            }
        }
        standing
    }

    /// Adds an action at a node, unless the node has it already; the number of the node that
    /// follows, and whether it is new.
    ///
    /// # Errors
    /// Returns an error if it is not possible there, or the tree is full.
    pub fn add(&mut self, node: usize, action: &WrittenAction) -> Result<(usize, bool), Refusal> {
        self.add_read(node, |standing| action.read(standing))
    }

    /// The same for an action of a game.
    ///
    /// # Errors
    /// Returns the errors of [`Tree::add`].
    pub fn add_action(&mut self, node: usize, action: &Action) -> Result<(usize, bool), Refusal> {
        self.add_read(node, |_| Ok(action.clone()))
    }

    fn add_read(
        &mut self,
        node: usize,
        read: impl FnOnce(&GameRecord) -> Result<Action, Refusal>,
    ) -> Result<(usize, bool), Refusal> {
        if node >= self.nodes.len() {
            return Err(Refusal("there is no such position"));
        }
        let mut standing = self.standing(node);
        let action = read(&standing)?;
        let added = self.add_done(&mut standing, node, &action)?;
        self.latest = Some((added.0, standing));
        Ok(added)
    }

    /// The same as [`Tree::add`] where the game at the node is known; it becomes the one after it.
    ///
    /// # Errors
    /// Returns the errors of [`Tree::add`].
    pub fn add_to(
        &mut self,
        standing: &mut GameRecord,
        node: usize,
        action: &WrittenAction,
    ) -> Result<(usize, bool), Refusal> {
        let action = action.read(standing)?;
        self.add_done(standing, node, &action)
    }

    fn add_done(
        &mut self,
        standing: &mut GameRecord,
        node: usize,
        action: &Action,
    ) -> Result<(usize, bool), Refusal> {
        let added = self.node_after(standing, node, action);
        standing.act(action.clone()).map_err(|error| match error {
            ActionError::IllegalMove => NOT_LEGAL,
            _ => Refusal("that is not possible here"),
        })?;
        let children = &self.nodes[node].children;
        let same =
            children.iter().find(|child| self.nodes[**child].action.as_ref() == Some(action));
        if let Some(same) = same {
            return Ok((*same, false));
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(Refusal("the tree of this game is full"));
        }
        let number = self.nodes.len();
        self.nodes.push(added);
        self.nodes[node].children.push(number);
        Ok((number, true))
    }

    /// Returns the node that an action would lead to.
    fn node_after(&self, standing: &GameRecord, node: usize, action: &Action) -> Node {
        let (game, variant_view) = (standing.game(), VariantView::of(self.variant));
        let mut added =
            Node { parent: node, number: game.fullmove(), seat: game.turn().0, ..Node::root() };
        let name = |seat: Seat| variant_view.colour(seat.index());
        match action {
            Action::Move(mv) => {
                added.text = Notation::of(self.variant).write(game, mv);
                added.notation = mv.to_string();
                added.ways = variant_view.ways(mv);
                let mover = game.piece(mv.from()).filter(|_| !added.ways.is_empty());
                added.kind = mover.map(|piece| piece.kind().index());
                added.takes = mv.is_capture();
                added.cells = mv.cells();
            }
            Action::Claim(seat) => {
                (added.seat, added.text) = (seat.0, format!("{} claims", name(*seat)));
            }
            Action::Forfeit(seat, forfeit) => {
                let does = match forfeit {
                    Forfeit::Resignation => "resigns",
                    Forfeit::FlagFall => "is out of time",
                    Forfeit::IllegalMove => "breaks the rules",
                    Forfeit::Disconnection => "has left",
                };
                (added.seat, added.text) = (seat.0, format!("{} {does}", name(*seat)));
            }
            Action::Agreement => added.text = "a draw is agreed".into(),
            Action::Adjudication(_) => added.text = "the game is adjudicated".into(),
        }
        added.action = Some(action.clone());
        added
    }

    /// Cuts a node and all after it off; the node before it.
    ///
    /// # Errors
    /// Returns an error if it is the root or there is no such node.
    pub fn prune(&mut self, node: usize) -> Result<usize, Refusal> {
        if node == 0 || node >= self.nodes.len() {
            return Err(Refusal("there is nothing to remove"));
        }
        let parent = self.nodes[node].parent;
        self.nodes[parent].children.retain(|child| *child != node);
        Ok(parent)
    }

    /// Makes the line to a node the main one.
    ///
    /// # Errors
    /// Returns an error if there is no such node.
    pub fn promote(&mut self, node: usize) -> Result<(), Refusal> {
        if node >= self.nodes.len() {
            return Err(Refusal("there is no such position"));
        }
        for pair in self.line(node).windows(2) {
            let children = &mut self.nodes[pair[0]].children;
            if let Some(at) = children.iter().position(|child| *child == pair[1]) {
                children[..=at].rotate_right(1);
            }
        }
        Ok(())
    }

    /// Returns whether a node can still be reached from the root.
    pub fn is_reachable(&self, node: usize) -> bool {
        node < self.nodes.len()
            && self
                .line(node)
                .windows(2)
                .all(|pair| self.nodes[pair[0]].children.contains(&pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Reason;

    use super::*;
    use crate::action::Ending;

    fn chess() -> Tree {
        let chess = Variant::by_name("chess").expect("known");
        Tree::new(chess, Options::default(), None).expect("the start")
    }

    fn play(tree: &mut Tree, node: usize, text: &str) -> usize {
        tree.add(node, &WrittenAction::Move(text.into())).expect("legal").0
    }

    #[test]
    fn variations_are_kept_and_promoted() {
        let mut tree = chess();
        let first = play(&mut tree, 0, "e2e4");
        let second = play(&mut tree, 0, "d2d4");
        assert_eq!(tree.add(0, &WrittenAction::Move("e2e4".into())), Ok((first, false)));
        assert_eq!(tree.add(0, &WrittenAction::Move("e4!".into())), Ok((first, false)));
        assert_eq!((tree.tip(), tree.nodes()[first].text.as_str()), (first, "e4"));
        tree.promote(second).expect("it is there");
        assert_eq!(tree.tip(), second);
        let third = play(&mut tree, 0, "c2c4");
        tree.promote(third).expect("it is there");
        assert_eq!(tree.nodes()[0].children, [third, second, first], "the others keep their order");
        assert_eq!(tree.prune(third), Ok(0));
        assert_eq!(tree.prune(second), Ok(0));
        assert!(!tree.is_reachable(second) && tree.is_reachable(first));
        assert_eq!(
            tree.add(first, &WrittenAction::Move("e2e4".into())),
            Err(Refusal("that move is not legal"))
        );
    }

    #[test]
    fn who_leaves_a_duel_has_lost_and_a_table_of_three_goes_on() {
        let mut tree = chess();
        let (node, _) =
            tree.add(0, &WrittenAction::Forfeit(1, Forfeit::FlagFall)).expect("possible");
        let ending = Ending::of(&tree.standing(node)).expect("it is over");
        assert_eq!(ending.text, "Black has no time left: White wins.");
        assert_eq!(ending.points, [100, 0]);
        assert!(tree.add(node, &WrittenAction::Move("e2e4".into())).is_err());

        let ring = Variant::by_name("modern3").expect("known");
        let mut tree = Tree::new(ring, Options::default(), None).expect("the start");
        let (node, _) =
            tree.add(0, &WrittenAction::Forfeit(0, Forfeit::Resignation)).expect("possible");
        let standing = tree.standing(node);
        assert!(standing.outcome().is_none() && !standing.game().is_alive(Seat(0)));
        let (node, _) =
            tree.add(node, &WrittenAction::Forfeit(2, Forfeit::Resignation)).expect("possible");
        let outcome = tree.standing(node).outcome().expect("one is left");
        assert_eq!((outcome.reason, outcome.points(Seat(1))), (Reason::Resignation, 100));
    }
}
