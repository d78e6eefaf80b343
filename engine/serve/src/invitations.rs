//! [`Invitations`]: the tokens of the games' seats and watchers, in a file beside each game. Only
//! the user may read the file.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::roles::Role;
use crate::tokens::Token;

/// The ending of the files' names.
const ENDING: &str = "seats";
/// Bytes of such a file, at most.
const MAX_BYTES: u64 = 4096;

/// The tokens of a game.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// A token for each seat.
    pub seats: Vec<Token>,
    /// The token of all watchers.
    pub watchers: Token,
}

impl Invitation {
    fn new(seats: usize) -> Self {
        Self { seats: (0..seats).map(|_| Token::new()).collect(), watchers: Token::new() }
    }
}

/// An invitation as the file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    seats: Vec<String>,
    watchers: String,
}

impl Kept {
    fn read(&self) -> Option<Invitation> {
        let seats = self.seats.iter().map(|token| token.parse().ok()).collect::<Option<_>>()?;
        Some(Invitation { seats, watchers: self.watchers.parse().ok()? })
    }
}

/// The invitations to all games of a folder.
#[derive(Debug)]
pub struct Invitations {
    folder: PathBuf,
    known: Mutex<HashMap<String, Invitation>>,
}

impl Invitations {
    /// Reads the invitations of a folder of games. Files that cannot be read let nobody in.
    pub fn open(folder: &Path) -> Self {
        let mut known = HashMap::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let game = path.file_stem().and_then(|stem| stem.to_str());
            let is_ours = path.extension().is_some_and(|extension| extension == ENDING);
            if let (Some(game), true) = (game, is_ours)
                && let Some(invitation) = read(&path)
            {
                known.insert(game.to_owned(), invitation);
            }
        }
        Self { folder: folder.to_owned(), known: Mutex::new(known) }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Invitation>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether others are invited to a game.
    pub fn has(&self, game: &str) -> bool {
        self.known().contains_key(game)
    }

    /// Returns the invitation to a game. If there is none, it makes and saves one.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn of(&self, game: &str, seats: usize) -> io::Result<Invitation> {
        let mut known = self.known();
        let old = known.get(game).filter(|old| old.seats.len() == seats);
        if let Some(old) = old {
            return Ok(old.clone());
        }
        let invitation = Invitation::new(seats);
        self.write(game, &invitation)?;
        known.insert(game.to_owned(), invitation.clone());
        Ok(invitation)
    }

    /// Forgets the invitation to a game.
    pub fn remove(&self, game: &str) {
        if self.known().remove(game).is_some() {
            let _ = fs::remove_file(self.path(game));
        }
    }

    /// Returns the role that a token gives. It compares all tokens, so that the time reveals
    /// nothing.
    pub fn role(&self, token: &Token) -> Option<Role> {
        let mut found = None;
        for (game, invitation) in &*self.known() {
            for (seat, own) in (0..).zip(&invitation.seats) {
                if own.is(token) {
                    found = Some(Role::Seat { game: game.clone(), seat });
                }
            }
            if invitation.watchers.is(token) {
                found = Some(Role::Watcher { game: game.clone() });
            }
        }
        found
    }

    fn path(&self, game: &str) -> PathBuf {
        self.folder.join(format!("{game}.{ENDING}"))
    }

    fn write(&self, game: &str, invitation: &Invitation) -> io::Result<()> {
        let kept = Kept {
            seats: invitation.seats.iter().map(Token::to_string).collect(),
            watchers: invitation.watchers.to_string(),
        };
        let draft = self.folder.join(format!("{game}.{ENDING}.new"));
        // A draft that a crash has left behind may have other rights.
        let _ = fs::remove_file(&draft);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        file.write_all(&serde_json::to_vec(&kept)?)?;
        file.sync_all()?;
        fs::rename(draft, self.path(game))
    }
}

fn read(path: &Path) -> Option<Invitation> {
    if fs::metadata(path).ok()?.len() > MAX_BYTES {
        return None;
    }
    let kept: Kept = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    kept.read()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_kept_for_the_user_alone_and_lead_to_their_seats() {
        let folder = tempfile::tempdir().expect("a folder");
        let invitations = Invitations::open(folder.path());
        let invitation = invitations.of("aaaa", 3).expect("it is kept");
        let other = invitations.of("bbbb", 2).expect("it is kept");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("aaaa.seats")).expect("a file");
            assert_eq!(mode.permissions().mode() & 0o777, 0o600);
        }
        let again = Invitations::open(folder.path());
        let seat = |game: &str, seat| Some(Role::Seat { game: game.into(), seat });
        for known in [&invitations, &again] {
            assert_eq!(known.role(&invitation.seats[2]), seat("aaaa", 2));
            assert_eq!(known.role(&other.seats[0]), seat("bbbb", 0));
            let watcher = Some(Role::Watcher { game: "aaaa".into() });
            assert_eq!(known.role(&invitation.watchers), watcher);
            assert_eq!(known.role(&Token::new()), None);
        }
        let same = again.of("aaaa", 3).expect("it is there");
        assert!(same.seats[1].is(&invitation.seats[1]));
        again.remove("aaaa");
        for known in [again, Invitations::open(folder.path())] {
            assert_eq!(known.role(&invitation.seats[1]), None);
        }
    }

    #[test]
    fn broken_files_let_nobody_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let zero = "0".repeat(32);
        for (name, text) in [
            ("a.seats", String::new()),
            ("b.seats", format!(r#"{{"seats":["{zero}","short"],"watchers":"{zero}"}}"#)),
            (
                "c.seats",
                format!(r#"{{"seats":["{zero}"],"watchers":"{zero}"}}{}"#, " ".repeat(5000)),
            ),
            ("d.pgn", format!(r#"{{"seats":["{zero}"],"watchers":"{zero}"}}"#)),
        ] {
            fs::write(folder.path().join(name), text).expect("it is written");
        }
        let invitations = Invitations::open(folder.path());
        assert_eq!(invitations.role(&zero.parse().expect("a token")), None);
    }
}
