//! `rotunda serve`: the board in the browser.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rotunda_serve::{BasePath, HostName, ListenAddress, Listening, PageServer, ServeConfig};

use crate::completion::{Completion, RunError};
use crate::interrupt::handle_interrupts;

/// The options of `rotunda serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port; by default 7484, or any free port if that one is taken
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Open the page in the usual browser
    #[arg(long)]
    open: bool,
    /// Largest number of searches at once; by default the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: Option<u16>,
    /// Follow the record of a match, and show its games
    #[arg(long, value_name = "FILE")]
    watch: Option<PathBuf>,
    /// Folder of the games; by default the user's data directory
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Listen on this address, so that others can join by links with tokens; by default 127.0.0.1
    #[arg(long, value_name = "ADDRESS[:PORT]")]
    listen: Option<ListenAddress>,
    /// Host name under which others reach this server; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,
    /// The path under which a proxy shows this server
    #[arg(long, value_name = "/PATH", default_value = "", hide_default_value = true)]
    base_path: BasePath,
    /// Ask for tokens although the server listens on this machine alone
    #[arg(long)]
    tokens: bool,
}

impl ServeArgs {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// Returns an error if the port is taken, or games cannot be kept.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let open = self.open;
        let server = PageServer::bind(&self.config());
        let server = server.map_err(|error| RunError::Machine(error.to_string()))?;
        let stop = server.stop_handle();
        handle_interrupts(vec![Box::new(move || stop.stop())])?;
        let (address, owner) = (server.address(), server.owner_links());
        writeln!(out, "Rotunda is at {address} until you press Ctrl-C.")?;
        if !owner.is_empty() {
            writeln!(out, "The owner's link, for you alone: {}", owner.join(" or "))?;
        }
        out.flush()?;
        let page = owner.last().unwrap_or(&address);
        if open && open::that_detached(page).is_err() {
            writeln!(out, "No browser could be opened; open the address yourself.")?;
        }
        server.run();
        Ok(Completion::Success)
    }

    fn config(self) -> ServeConfig {
        let usual = Listening::default();
        ServeConfig {
            port: self.port.or(self.listen.and_then(|address| address.port)),
            engines: self.engines.map(usize::from),
            watch: self.watch,
            games: self.folder,
            listening: Listening {
                ip: self.listen.map_or(usual.ip, |address| address.ip),
                hosts: self.host,
                base_path: self.base_path,
                tokens: self.tokens,
            },
        }
    }
}
