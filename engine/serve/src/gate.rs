//! [`Gate`]: whether tokens are asked for, and what they open.

use std::net::IpAddr;
use std::sync::OnceLock;

use crate::addresses::Addresses;
use crate::hall::Hall;
use crate::listening::Listening;
use crate::roles::Role;
use crate::tokens::Token;

/// Whether tokens are asked for, the owner's, and what addresses have tried.
#[derive(Default)]
pub struct Gate {
    /// The owner's token; none where everybody may do everything.
    owner: Option<Token>,
    /// The address of the page for others, if one is known.
    pub address: OnceLock<String>,
    /// What addresses have, and have tried.
    pub addresses: Addresses,
}

impl Gate {
    /// The gate of a server that listens so; a new owner's token if it is guarded.
    pub fn of(listening: &Listening) -> Self {
        let owner = listening.is_guarded().then(Token::new);
        Self { owner, address: OnceLock::new(), addresses: Addresses::default() }
    }

    /// Returns whether tokens are asked for.
    pub const fn is_guarded(&self) -> bool {
        self.owner.is_some()
    }

    /// The owner's token, to be told once.
    pub const fn owner(&self) -> Option<&Token> {
        self.owner.as_ref()
    }

    /// Who a connection is that has shown no token.
    pub const fn stranger(&self) -> Role {
        if self.is_guarded() { Role::Nobody } else { Role::Owner }
    }

    /// What a token lets somebody at an address do.
    ///
    /// # Errors
    /// Returns an error if it leads nowhere, or the address has tried too many that do.
    pub fn join(&self, hall: &Hall, text: &str, address: IpAddr) -> Result<Role, String> {
        let Some(owner) = &self.owner else {
            return Err("this server asks for no links; its games are open to this machine".into());
        };
        if !self.addresses.may_try(address) {
            return Err("too many links that lead nowhere; wait a minute".into());
        }
        let role = text.parse().ok().and_then(|token: Token| {
            let seat = hall.invitations.role(&token);
            if owner.is(&token) { Some(Role::Owner) } else { seat }
        });
        role.ok_or_else(|| {
            self.addresses.fail(address);
            "this link leads nowhere".into()
        })
    }
}
