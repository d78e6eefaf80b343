//! `rotunda serve`: the board in the browser.

use std::io::Write;
use std::path::PathBuf;

use crate::completion::{Completion, RunError};
use clap::Args;
use rotunda_serve::{PageServer, ServeConfig};

use crate::interrupt::handle_interrupts;

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
}

impl ServeArgs {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// If the port is taken, or games cannot be kept.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let config = ServeConfig {
            port: self.port,
            engines: self.engines.map(usize::from),
            watch: self.watch,
            games: self.games,
        };
        let server = PageServer::bind(&config);
        let server = server.map_err(|error| RunError::Machine(error.to_string()))?;
        let stop = server.stop_handle();
        handle_interrupts(vec![Box::new(move || stop.stop())])?;
        let address = server.address();
        writeln!(out, "Rotunda is at {address} until you press Ctrl-C.")?;
        out.flush()?;
        if self.open && open::that_detached(&address).is_err() {
            writeln!(out, "No browser could be opened; open the address yourself.")?;
        }
        server.run();
        Ok(Completion::Success)
    }
}
