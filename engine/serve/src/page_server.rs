//! [`PageServer`]: the server as a whole, from its configuration to its end.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use directories::ProjectDirs;
use rotunda_search::threads::STACK;
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use crate::connection::Rooms;
use crate::games::Games;
use crate::gate::Gate;
use crate::listening::Listening;
use crate::search::Pool;
use crate::server::Server;
use crate::store::Store;
use crate::watch::Follower;

/// The port that is tried first, so that links stay valid.
const USUAL_PORT: u16 = 7484;
/// The number of threads that serve. Searches have their own.
const WORKERS: usize = 2;
/// The number of threads that may be started besides them.
const HELPERS: usize = 8;

/// The configuration of a server. The defaults are for this user, with the usual folders.
#[derive(Clone, Default, Debug)]
pub struct ServeConfig {
    /// The port; 0 means any free one. `None` means 7484, or any free one if that is taken.
    pub port: Option<u16>,
    /// The most searches at a time; `None` for the number of processors.
    pub engines: Option<usize>,
    /// The record of a match to follow.
    pub watch: Option<PathBuf>,
    /// The folder of saved games; `None` for one in the user's data directory.
    pub games: Option<PathBuf>,
    /// The address of the listener and the names of the server. If others can come, all need
    /// tokens.
    pub listening: Listening,
}

/// The reason why a server does not start.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The user has no data directory, and no folder is given.
    #[error("this user has no directory for data; name one by --folder")]
    NoFolder,
    /// Games cannot be saved in the folder.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The port is taken.
    #[error("no port: {0}")]
    Port(#[source] io::Error),
    /// No threads can be started.
    #[error(transparent)]
    Threads(io::Error),
}

/// The handle that ends a server. Its clones end the same server.
#[derive(Clone, Default, Debug)]
pub struct ServeStop(Arc<Notify>);

impl ServeStop {
    /// Ends the server.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// A server of the page, bound to its port: for this machine alone, or for others with tokens.
///
/// ```
/// use rotunda_serve::{PageServer, ServeConfig};
///
/// let games = std::env::temp_dir().join(format!("rotunda-doc-{}", std::process::id()));
/// let config = ServeConfig { port: Some(0), games: Some(games.clone()), ..Default::default() };
/// let server = PageServer::bind(&config)?;
/// println!("open {}", server.address());
/// // Another thread, or a handler of signals, ends it.
/// let stop = server.stop_handle();
/// std::thread::spawn(move || stop.stop());
/// server.run();
/// # std::fs::remove_dir_all(games)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PageServer {
    runtime: Runtime,
    server: Server,
    rooms: Arc<Rooms>,
    listening: Listening,
    stop: ServeStop,
}

impl PageServer {
    /// Opens the folder of the games and binds to the port. Pages are answered from [`Self::run`].
    ///
    /// # Errors
    /// Returns an error if the port is taken, games cannot be kept, or there are no threads.
    pub fn bind(config: &ServeConfig) -> Result<Self, ServeError> {
        let folder = folder(config)?;
        let store = Store::open(&folder)
            .map_err(|source| ServeError::Folder { path: folder.clone(), source })?;
        let listening = config.listening.clone();
        let rooms = Arc::new(Rooms {
            gate: Gate::of(&listening),
            games: Games::new(Pool::new(config.engines.unwrap_or_else(usual_engines)), store),
            follower: config.watch.clone().map(|path| Arc::new(Follower::new(path))),
            engine: format!("Rotunda {}", env!("CARGO_PKG_VERSION")),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .max_blocking_threads(HELPERS)
            .thread_stack_size(STACK)
            .enable_all()
            .build()
            .map_err(ServeError::Threads)?;
        let server = runtime.block_on(bind(config.port, &rooms, &listening));
        let server = server.map_err(ServeError::Port)?;
        Ok(Self { runtime, server, rooms, listening, stop: ServeStop::default() })
    }

    /// Returns the address of the page for a browser on this machine.
    #[must_use]
    pub fn address(&self) -> String {
        self.listening.address(self.server.port())
    }

    /// Returns the links that let their holder do everything: the one with the name that others
    /// know, if there is one, and last the one for this machine. There are none if the server does
    /// not ask for tokens.
    #[must_use]
    pub fn owner_links(&self) -> Vec<String> {
        let Some(owner) = self.rooms.gate.owner() else { return Vec::new() };
        let public = self.listening.public_address(self.server.port());
        let addresses = public.into_iter().chain([self.address()]);
        addresses.map(|address| format!("{address}#/join/{owner}")).collect()
    }

    /// Returns the handle that ends the server.
    #[must_use]
    pub fn stop_handle(&self) -> ServeStop {
        self.stop.clone()
    }

    /// Serves all connections until the server is ended.
    pub fn run(self) {
        let Self { runtime, server, stop, .. } = self;
        runtime.block_on(async {
            tokio::select! {
                () = server.run() => {}
                () = stop.0.notified() => {}
            }
        });
        // Searches notice by themselves that the server has ended.
        runtime.shutdown_background();
    }
}

async fn bind(port: Option<u16>, rooms: &Arc<Rooms>, listening: &Listening) -> io::Result<Server> {
    if let Some(port) = port {
        return Server::bind(port, Arc::clone(rooms), listening).await;
    }
    match Server::bind(USUAL_PORT, Arc::clone(rooms), listening).await {
        Ok(server) => Ok(server),
        Err(_) => Server::bind(0, Arc::clone(rooms), listening).await,
    }
}

fn folder(config: &ServeConfig) -> Result<PathBuf, ServeError> {
    let usual = || ProjectDirs::from("", "", "rotunda").map(|dirs| dirs.data_dir().join("games"));
    config.games.clone().or_else(usual).ok_or(ServeError::NoFolder)
}

fn usual_engines() -> usize {
    available_parallelism().map_or(2, usize::from).max(2)
}
