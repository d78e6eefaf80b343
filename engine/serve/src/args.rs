//! `rotunda serve`: its words, and the server's beginning and end.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use clap::Args;
use directories::ProjectDirs;
use rotunda_command::{Completion, RunError};
use rotunda_search::threads::STACK;

use crate::connection::Rooms;
use crate::gate::Gate;
use crate::hall::Hall;
use crate::listening::{BasePath, HostName, ListenAddress, Listening};
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

/// What is served, and where.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port; without it 7484, or any free one if that is taken
    #[arg(long)]
    port: Option<u16>,
    /// Open the page in the usual browser
    #[arg(long)]
    open: bool,
    /// Searches at once, at most; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: Option<u16>,
    /// Follow the record of a match, and show its games
    #[arg(long, value_name = "FILE")]
    watch: Option<PathBuf>,
    /// Where games are kept; the user's data directory if left out
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Listen on this address, so that others can come: by links with tokens. 127.0.0.1 if left out
    #[arg(long, value_name = "ADDRESS[:PORT]")]
    listen: Option<ListenAddress>,
    /// A name by which others know this server; may be given again
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,
    /// The path under which a proxy shows this server
    #[arg(long, value_name = "/PATH", default_value = "", hide_default_value = true)]
    base_path: BasePath,
    /// Ask for tokens though only this machine is served
    #[arg(long)]
    tokens: bool,
}

impl ServeArgs {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// If the port is taken, or games cannot be kept.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let machine = |error: std::io::Error| RunError::Machine(error.to_string());
        let folder = self.folder()?;
        let store = Store::open(&folder)
            .map_err(|error| RunError::Machine(format!("{}: {error}", folder.display())))?;
        let engines = self.engines.map_or_else(usual_engines, usize::from);
        let listening = self.listening();
        let rooms = Arc::new(Rooms {
            gate: Gate::of(&listening),
            hall: Hall::new(Pool::new(engines), store),
            follower: self.watch.clone().map(|path| Arc::new(Follower::new(path))),
            engine: format!("Rotunda {}", env!("CARGO_PKG_VERSION")),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .max_blocking_threads(HELPERS)
            .thread_stack_size(STACK)
            .enable_all()
            .build()
            .map_err(machine)?;
        let result = runtime.block_on(self.serve(rooms, &listening, out));
        // Searches notice on their own that nobody waits.
        runtime.shutdown_background();
        result
    }

    fn listening(&self) -> Listening {
        let usual = Listening::default();
        Listening {
            ip: self.listen.map_or(usual.ip, |address| address.ip),
            hosts: self.host.clone(),
            base_path: self.base_path.clone(),
            tokens: self.tokens,
        }
    }

    async fn serve(
        &self,
        rooms: Arc<Rooms>,
        listening: &Listening,
        out: &mut dyn Write,
    ) -> Result<Completion, RunError> {
        let server = match self.port.or(self.listen.and_then(|address| address.port)) {
            Some(port) => Server::bind(port, Arc::clone(&rooms), listening).await,
            None => match Server::bind(USUAL_PORT, Arc::clone(&rooms), listening).await {
                Ok(server) => Ok(server),
                Err(_) => Server::bind(0, Arc::clone(&rooms), listening).await,
            },
        };
        let server = server.map_err(|error| RunError::Machine(format!("no port: {error}")))?;
        let mut address = listening.address(server.port());
        writeln!(out, "Rotunda is at {address} until you press Ctrl-C.")?;
        if let Some(owner) = rooms.gate.owner() {
            let join = format!("#/join/{owner}");
            let public = rooms.gate.address.get();
            let links = public.into_iter().chain([&address]).map(|at| format!("{at}{join}"));
            let links: Vec<String> = links.collect();
            writeln!(out, "The owner's link, for you alone: {}", links.join(" or "))?;
            address += &join;
        }
        out.flush()?;
        if self.open && open::that_detached(&address).is_err() {
            writeln!(out, "No browser could be opened; open the address yourself.")?;
        }
        tokio::select! {
            () = server.run() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(Completion::Success)
    }

    fn folder(&self) -> Result<PathBuf, RunError> {
        let usual =
            || ProjectDirs::from("", "", "rotunda").map(|dirs| dirs.data_dir().join("games"));
        self.games.clone().or_else(usual).ok_or_else(|| {
            RunError::Machine("this user has no directory for data; name one by --games".into())
        })
    }
}

fn usual_engines() -> usize {
    available_parallelism().map_or(2, usize::from).max(2)
}
