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
use crate::hall::Hall;
use crate::search::Pool;
use crate::server::Server;
use crate::store::Store;
use crate::watch::Follower;

/// The port that is tried first, so that links stay good.
const USUAL_PORT: u16 = 7484;
/// Threads that serve; searches have their own.
const WORKERS: usize = 2;
/// Threads that may be started beside them.
const HELPERS: usize = 8;

/// What is served, and where; by default to this user, with the usual places for everything.
#[derive(Clone, Default, Debug)]
pub struct ServeConfig {
    /// The port, of which 0 is any free one; `None` for 7484, or any free one if that is taken.
    pub port: Option<u16>,
    /// Searches at once, at most; `None` for as many as there are processors.
    pub engines: Option<usize>,
    /// The record of a match that is followed.
    pub watch: Option<PathBuf>,
    /// The folder where games are kept; `None` for one in the user's data directory.
    pub games: Option<PathBuf>,
}

/// Why nothing is served.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The user has no directory for data, and no folder is named.
    #[error("this user has no directory for data; name one by --games")]
    NoFolder,
    /// Games cannot be kept in the folder.
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

/// Ends a server from elsewhere. Clones are handles to the same server.
#[derive(Clone, Default, Debug)]
pub struct ServeStop(Arc<Notify>);

impl ServeStop {
    /// Ends the server.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// A server of the page on this machine alone, bound to its port.
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
    stop: ServeStop,
}

impl PageServer {
    /// Opens the folder of the games and binds to the port. Pages are answered from [`Self::run`].
    ///
    /// # Errors
    /// If the port is taken, games cannot be kept, or there are no threads.
    pub fn bind(config: &ServeConfig) -> Result<Self, ServeError> {
        let folder = folder(config)?;
        let store = Store::open(&folder)
            .map_err(|source| ServeError::Folder { path: folder.clone(), source })?;
        let rooms = Arc::new(Rooms {
            hall: Hall::new(Pool::new(config.engines.unwrap_or_else(usual_engines)), store),
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
        let server = runtime.block_on(bind(config.port, rooms)).map_err(ServeError::Port)?;
        Ok(Self { runtime, server, stop: ServeStop::default() })
    }

    /// Returns the address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.server.port())
    }

    /// Returns what ends the server.
    #[must_use]
    pub fn stop_handle(&self) -> ServeStop {
        self.stop.clone()
    }

    /// Serves whoever comes, until the server is ended.
    pub fn run(self) {
        let Self { runtime, server, stop } = self;
        runtime.block_on(async {
            tokio::select! {
                () = server.run() => {}
                () = stop.0.notified() => {}
            }
        });
        // Searches notice on their own that nobody waits.
        runtime.shutdown_background();
    }
}

async fn bind(port: Option<u16>, rooms: Arc<Rooms>) -> io::Result<Server> {
    if let Some(port) = port {
        return Server::bind(port, rooms).await;
    }
    match Server::bind(USUAL_PORT, Arc::clone(&rooms)).await {
        Ok(server) => Ok(server),
        Err(_) => Server::bind(0, rooms).await,
    }
}

fn folder(config: &ServeConfig) -> Result<PathBuf, ServeError> {
    let usual = || ProjectDirs::from("", "", "rotunda").map(|dirs| dirs.data_dir().join("games"));
    config.games.clone().or_else(usual).ok_or(ServeError::NoFolder)
}

fn usual_engines() -> usize {
    available_parallelism().map_or(2, usize::from).max(2)
}
