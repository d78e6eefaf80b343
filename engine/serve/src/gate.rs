//! [`Gate`]: whether the server asks for tokens, and the rights that they give.

use std::net::IpAddr;
use std::sync::OnceLock;

use crate::addresses::Addresses;
use crate::games::Games;
use crate::listening::Listening;
use crate::roles::Role;
use crate::tokens::Token;

/// The owner's token, and the record of addresses.
#[derive(Default)]
pub struct Gate {
    /// The owner's token; `None` on a server that asks nobody for a token.
    owner: Option<Token>,
    /// The address of the page for others, if one is known.
    pub address: OnceLock<String>,
    /// The connections and the failed tokens of each address.
    pub addresses: Addresses,
}

impl Gate {
    /// Returns the gate of a server, with a new owner's token if the server asks for tokens.
    pub fn of(listening: &Listening) -> Self {
        let owner = listening.is_guarded().then(Token::new);
        Self { owner, address: OnceLock::new(), addresses: Addresses::default() }
    }

    /// Returns whether the server asks for tokens.
    pub const fn is_guarded(&self) -> bool {
        self.owner.is_some()
    }

    /// Returns the owner's token. It is printed once.
    pub const fn owner(&self) -> Option<&Token> {
        self.owner.as_ref()
    }

    /// Returns the role of a connection that has shown no token.
    pub const fn stranger(&self) -> Role {
        if self.is_guarded() { Role::Nobody } else { Role::Owner }
    }

    /// Returns the role that a token gives to a connection of an address.
    ///
    /// # Errors
    /// Returns an error if no game has the token, or the address has tried too many such tokens.
    pub fn join(&self, games: &Games, text: &str, address: IpAddr) -> Result<Role, String> {
        let Some(owner) = &self.owner else {
            return Err("this server asks for no links; its games are open to this machine".into());
        };
        if !self.addresses.may_try(address) {
            return Err("too many links that lead nowhere; wait a minute".into());
        }
        let role = text.parse().ok().and_then(|token: Token| {
            let seat = games.invitations.role(&token);
            if owner.is(&token) { Some(Role::Owner) } else { seat }
        });
        role.ok_or_else(|| {
            self.addresses.fail(address);
            "this link leads nowhere".into()
        })
    }
}
