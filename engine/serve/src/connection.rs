//! An open page: its WebSocket, its game, its analysis.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use rotunda_search::{Limits, Searcher, StopHandle};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::task::block_in_place;
use tokio::time::{sleep_until, timeout};

use crate::action::WrittenAction;
use crate::arrange;
use crate::asking::{answer, in_words};
use crate::echo::Echo;
use crate::explorer::Explored;
use crate::games::Games;
use crate::gate::Gate;
use crate::importing::import;
use crate::protocol::{NewGame, Reply, Request, VERSION, variant};
use crate::record::Record;
use crate::roles::Role;
use crate::search::{Job, search, verdict};
use crate::table::{Guest, Table, Watcher};
use crate::tree::Tree;
use crate::watch::Follower;

/// Messages a second that a page may send in the long run.
const RATE: f64 = 40.0;
/// Messages that it may send at once.
const BURST: f64 = 200.0;
/// The longest time that a page may leave messages unread.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest time that a page may take to show a token.
const WELCOME: Duration = Duration::from_secs(20);
/// Lines of an analysis, at most.
const MAX_LINES: usize = 10;
/// Messages of an analysis that wait to be sent.
const WAITING: usize = 16;
/// The number of phrases that a page offers (`phrases.ts`).
const PHRASES: u8 = 10;
/// The time between two phrases of a page.
const SILENCE: Duration = Duration::from_secs(2);
/// The longest time that a new analysis waits for the end of the previous one.
const HANDOVER: Duration = Duration::from_secs(2);

/// The state that all connections share.
pub struct Rooms {
    /// All games.
    pub games: Games,
    /// The match that is followed.
    pub follower: Option<Arc<Follower>>,
    /// The name of the program.
    pub engine: String,
    /// The tokens and the roles that they give.
    pub gate: Gate,
}

/// The number of messages that a page may still send.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn take(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * RATE;
        self.left = (self.left + earned).min(BURST) - 1.0;
        self.since = now;
        self.left >= 0.0
    }
}

/// A page.
struct Page {
    rooms: Arc<Rooms>,
    watcher: Option<Watcher>,
    analysis: Option<StopHandle>,
    /// The slot to which an analysis returns its searcher.
    searcher: Arc<tokio::sync::Mutex<Option<Searcher>>>,
    sender: mpsc::Sender<String>,
    /// The role of its user.
    role: Role,
    /// The address of its user.
    caller: IpAddr,
    /// The time at which it last sent a phrase.
    last_phrase: Option<Instant>,
}

/// Returns a new game.
fn create(new: NewGame) -> Result<Record, String> {
    let tree = Tree::new(variant(&new.variant)?, new.options.into(), new.fen)
        .map_err(|error| format!("bad position: {error}"))?;
    let mut record = Record::new(tree);
    let players = new.players.unwrap_or_else(|| record.players.clone());
    record = record.with(players, new.clock).map_err(in_words)?;
    let mut standing = record.tree.standing(0);
    for text in &new.moves {
        let action = WrittenAction::Move(text.clone());
        let (node, _) = record
            .tree
            .add_to(&mut standing, record.live, &action)
            .map_err(|refusal| format!("{text}: {}", refusal.0))?;
        record.live = node;
    }
    Ok(record)
}

/// Serves a page until it closes, leaves messages unread, or sends too much.
pub async fn serve(mut socket: WebSocket, rooms: Arc<Rooms>, caller: IpAddr) {
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let role = rooms.gate.stranger();
    let (watches, tokens) = (rooms.follower.is_some(), rooms.gate.is_guarded());
    let hello = Reply::Hello { version: VERSION, engine: &rooms.engine, watches, tokens };
    let mut outgoing = vec![hello.text()];
    let searcher = Arc::default();
    let mut page = Page {
        rooms,
        watcher: None,
        analysis: None,
        searcher,
        sender,
        role,
        caller,
        last_phrase: None,
    };
    let mut echo = Echo::default();
    let deadline = Instant::now() + WELCOME;
    let mut allowance = Allowance { left: BURST, since: Instant::now() };
    loop {
        for text in outgoing.drain(..) {
            let sent = timeout(PATIENCE, socket.send(Message::Text(text.into()))).await;
            if !matches!(sent, Ok(Ok(()))) {
                return page.leave();
            }
        }
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if !allowance.take() {
                        return page.leave();
                    }
                    outgoing = page.answer(&text);
                }
                Some(Ok(Message::Pong(bytes))) if allowance.take() => {
                    if let (Some(lag), Some(watcher)) = (echo.hear(&bytes), &mut page.watcher) {
                        watcher.lag = lag;
                    }
                }
                Some(Ok(Message::Ping(_))) if allowance.take() => {}
                _ => return page.leave(),
            },
            event = event(&mut page.watcher) => match event {
                Some(text) => outgoing.push(text),
                None => outgoing.extend(page.watcher.as_ref().map(Watcher::game_message)),
            },
            () = sleep_until(echo.next.into()) => {
                let sent = timeout(PATIENCE, socket.send(Message::Ping(echo.call().into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return page.leave();
                }
            }
            () = sleep_until(deadline.into()), if page.role == Role::Nobody => return page.leave(),
            Some(text) = receiver.recv() => outgoing.push(text),
        }
    }
}

/// Returns the next event of the table, or `None` if the page has missed some.
async fn event(watcher: &mut Option<Watcher>) -> Option<String> {
    match watcher {
        Some(watcher) => match watcher.events.recv().await {
            Ok(text) => Some(text.to_string()),
            Err(RecvError::Lagged(_) | RecvError::Closed) => None,
        },
        None => std::future::pending().await,
    }
}

impl Page {
    /// The replies to a message.
    fn answer(&mut self, text: &str) -> Vec<String> {
        let answer = match serde_json::from_str(text) {
            Ok(request) if !self.role.may(&request) => {
                Err("your link does not allow that".to_owned())
            }
            Ok(Request::Join { token }) => block_in_place(|| self.join(&token)),
            Ok(Request::Import { pgn, variant }) => {
                block_in_place(|| import(&self.rooms.games, &pgn, &variant))
            }
            Ok(request) => block_in_place(|| self.carry_out(request)).map(Vec::from_iter),
            Err(error) => Err(format!("no request: {error}")),
        };
        match answer {
            Ok(replies) => replies,
            Err(message) => vec![Reply::refusal(&message).text()],
        }
    }

    /// Takes the role that a token gives. Returns the role and, for players and watchers, their
    /// game.
    fn join(&mut self, token: &str) -> Result<Vec<String>, String> {
        let role = self.rooms.gate.join(&self.rooms.games, token, self.caller)?;
        self.halt();
        self.watcher = None;
        let joined = Reply::Joined { role: role.name(), game: role.game(), seat: role.seat() };
        let mut replies = vec![joined.text()];
        if let Some(game) = role.game() {
            let table = self.rooms.games.open(game)?;
            let watcher = table.visit(Guest { seat: role.seat() }).map_err(in_words)?;
            replies.push(watcher.game_message());
            replies.extend(table.presence_message());
            replies.extend(table.offers_message());
            self.watcher = Some(watcher);
        }
        self.role = role;
        Ok(replies)
    }

    fn carry_out(&mut self, request: Request) -> Result<Option<String>, String> {
        match request {
            Request::Stop => {
                self.halt();
                Ok(None)
            }
            Request::Abort => self.rooms.games.abort(self.table()?).map(|()| None),
            Request::Say { phrase } => self.say(phrase).map(|()| None),
            request if self.role.game().is_some() => answer(self.watcher()?, request),
            Request::Invite => self.invite().map(Some),
            Request::New(new) => {
                let lesson = new.lesson;
                let created = self.created(create(new)?)?;
                if lesson {
                    self.rooms.games.open(&created)?.never_keep();
                }
                Ok(Some(Reply::Created { game: &created, note: None }.text()))
            }
            Request::Arrange { variant: name, fen, pieces, turn, number } => {
                let variant = variant(&name)?;
                let arranged = match pieces {
                    None => arrange::read(variant, fen.as_deref()),
                    Some(pieces) => arrange::arrange(variant, fen.as_deref(), &pieces, turn),
                };
                Ok(Some(match &arranged {
                    Ok(position) => Reply::Arranged { number, position }.text(),
                    Err(message) => Reply::Error { message, number: Some(number) }.text(),
                }))
            }
            Request::ExportAll => Ok(Some(Reply::Pgn { pgn: &self.rooms.games.all() }.text())),
            Request::Open { game } => {
                self.halt();
                let watcher = self.rooms.games.open(&game)?.watch();
                let game = watcher.game_message();
                let table = watcher.table();
                for news in [table.presence_message(), table.offers_message()].into_iter().flatten()
                {
                    let _ = self.sender.try_send(news);
                }
                self.watcher = Some(watcher);
                Ok(Some(game))
            }
            Request::Games => Ok(Some(Reply::Games { games: &self.rooms.games.list() }.text())),
            Request::Delete { game } => {
                self.rooms.games.delete(&game)?;
                Ok(Some(Reply::Games { games: &self.rooms.games.list() }.text()))
            }
            Request::Watch => self.follower()?.games_message().map(Some),
            Request::WatchGame { number } => {
                let game = self.created(self.follower()?.game(number)?)?;
                Ok(Some(Reply::Created { game: &game, note: None }.text()))
            }
            Request::WatchLive { name } => {
                let game = self.follower()?.sit(&self.rooms.games, &name)?;
                Ok(Some(Reply::Created { game: &game, note: None }.text()))
            }
            Request::Explore { node } => self.explore(node).map(Some),
            Request::Analyse { node, lines, time } => self.analyse(node, lines, time),
            request => answer(self.watcher()?, request),
        }
    }

    /// The tokens of the game that is open.
    fn invite(&self) -> Result<String, String> {
        let gate = &self.rooms.gate;
        if !gate.is_guarded() {
            return Err("nobody else reaches this server; see --listen".to_owned());
        }
        let invitation = self.rooms.games.invite(self.table()?.name())?;
        let seats = invitation.seats.iter().map(ToString::to_string).collect();
        let watchers = invitation.watchers.to_string();
        let address = gate.address.get().map(String::as_str);
        Ok(Reply::Invitations { seats, watchers, address }.text())
    }

    fn follower(&self) -> Result<&Arc<Follower>, String> {
        self.rooms.follower.as_ref().ok_or_else(|| "no match is followed; see --watch".to_owned())
    }

    fn watcher(&self) -> Result<&Watcher, String> {
        self.watcher.as_ref().ok_or_else(|| "no game is open".to_owned())
    }

    fn table(&self) -> Result<&Arc<Table>, String> {
        self.watcher().map(Watcher::table)
    }

    fn created(&self, record: Record) -> Result<String, String> {
        self.rooms.games.seat(record)
    }

    /// Sends a phrase to all, if the last one is old enough.
    fn say(&mut self, phrase: u8) -> Result<(), String> {
        if phrase >= PHRASES || self.last_phrase.is_some_and(|sent| sent.elapsed() < SILENCE) {
            return Err("not so fast, and only the phrases that are offered".to_owned());
        }
        self.last_phrase = Some(Instant::now());
        self.table()?.say(self.role.seat(), phrase).map_err(in_words)
    }

    /// Returns the moves of the kept games at a node, as a message. There are none while people
    /// play the game with others.
    fn explore(&self, node: usize) -> Result<String, String> {
        let table = self.table()?;
        if table.is_contested() {
            return Err("your games are shown again when this one is over".to_owned());
        }
        let explored = self.rooms.games.explore(&table.standing(node).map_err(in_words)?);
        let Explored { games, moves, unread } = &explored;
        Ok(Reply::Explored { node, games: *games, moves, unread: *unread }.text())
    }

    /// Begins to search a node for this page alone.
    fn analyse(
        &mut self,
        node: usize,
        lines: usize,
        time: Option<u64>,
    ) -> Result<Option<String>, String> {
        let table = Arc::clone(self.table()?);
        self.halt();
        let standing = table.standing(node).map_err(in_words)?;
        let stop = StopHandle::new();
        self.analysis = Some(stop.clone());
        let limits = time
            .map_or_else(Limits::infinite, |time| Limits::move_time(Duration::from_millis(time)));
        let variant = table.variant();
        let job = Job { variant, game: standing.game().clone(), node, limits, stop: stop.clone() };
        let (pool, sender) = (self.rooms.games.pool.clone(), self.sender.clone());
        let slot = Arc::clone(&self.searcher);
        tokio::spawn(async move {
            // The one before gives its searcher back when it has ended.
            let Ok(mut slot) = timeout(HANDOVER, slot.lock()).await else { return };
            let Some(permit) = pool.analysis() else {
                let message = "too many searches are running; try again later";
                let _ = sender.send(Reply::refusal(message).text()).await;
                return;
            };
            let Ok(mut searcher) = slot.take().map_or_else(Searcher::new, Ok) else { return };
            searcher.settings.multi_pv = lines.clamp(1, MAX_LINES);
            let telling = sender.clone();
            let found = search(searcher, job, move |progress| {
                // A page that does not keep up misses some.
                let _ = telling.try_send(Reply::Analysis { progress }.text());
            })
            .await;
            drop(permit);
            *slot = found.searcher;
            if let Some(verdict) = verdict(&found.progress) {
                table.judge(node, verdict);
            }
        });
        Ok(None)
    }

    /// Ends the analysis.
    fn halt(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.stop();
        }
    }

    fn leave(mut self) {
        self.halt();
    }
}
