//! [`Addresses`]: the bounds on the connections and attempts of one network address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Connections of an address, at most; those of a proxy on this machine are not counted.
const MAX_CONNECTIONS: usize = 64;
/// Pages of an address that are open at once, at most.
pub const MAX_PAGES: usize = 16;
/// The number of wrong tokens that an address may try before it has to wait.
pub const MAX_FAILURES: u32 = 10;
/// The time that it then waits after the last one.
const WAIT: Duration = Duration::from_secs(60);
/// Addresses that are remembered, at most.
const MAX_KNOWN: usize = 10_000;

/// The record of an address.
#[derive(Default)]
struct Known {
    connections: usize,
    pages: usize,
    failures: u32,
    failed: Option<Instant>,
}

impl Known {
    fn is_forgotten(&self, now: Instant) -> bool {
        let is_over = self.failed.is_none_or(|failed| now.duration_since(failed) >= WAIT);
        self.connections == 0 && self.pages == 0 && is_over
    }
}

/// All addresses that are connected, or have failed of late.
#[derive(Clone, Default)]
pub struct Addresses(Arc<Mutex<HashMap<IpAddr, Known>>>);

/// The use of a [`Place`].
#[derive(Clone, Copy, Debug)]
enum Use {
    Connection,
    Page,
}

/// A place that an address has taken; it is free again when dropped.
pub struct Place {
    addresses: Addresses,
    address: IpAddr,
    what: Use,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut known = self.addresses.known();
        if let Some(own) = known.get_mut(&self.address) {
            let count = own.count(self.what);
            *count = count.saturating_sub(1);
            if own.is_forgotten(Instant::now()) {
                known.remove(&self.address);
            }
        }
    }
}

impl Known {
    const fn count(&mut self, what: Use) -> &mut usize {
        match what {
            Use::Connection => &mut self.connections,
            Use::Page => &mut self.pages,
        }
    }
}

impl Addresses {
    fn known(&self) -> MutexGuard<'_, HashMap<IpAddr, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of an address, if it may have one more.
    pub fn connect(&self, address: IpAddr) -> Option<Place> {
        self.take(address, Use::Connection, MAX_CONNECTIONS)
    }

    /// A page of an address, if it may have one more.
    pub fn page(&self, address: IpAddr) -> Option<Place> {
        self.take(address, Use::Page, MAX_PAGES)
    }

    fn take(&self, address: IpAddr, what: Use, most: usize) -> Option<Place> {
        let address = group(address);
        let mut known = self.known();
        let count = entry(&mut known, address)?.count(what);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { addresses: self.clone(), address, what })
    }

    /// Returns whether an address may try a token.
    pub fn may_try(&self, address: IpAddr) -> bool {
        self.may_try_at(address, Instant::now())
    }

    fn may_try_at(&self, address: IpAddr, now: Instant) -> bool {
        let mut known = self.known();
        let Some(own) = known.get_mut(&group(address)) else { return true };
        if own.failed.is_some_and(|failed| now.duration_since(failed) >= WAIT) {
            (own.failures, own.failed) = (0, None);
        }
        own.failures < MAX_FAILURES
    }

    /// An address has tried a token that leads nowhere.
    pub fn fail(&self, address: IpAddr) {
        let mut known = self.known();
        if let Some(own) = entry(&mut known, group(address)) {
            own.failures += 1;
            own.failed = Some(Instant::now());
        }
    }
}

/// Returns the record of an address, a new one if there is room.
fn entry(known: &mut HashMap<IpAddr, Known>, address: IpAddr) -> Option<&mut Known> {
    if known.len() >= MAX_KNOWN && !known.contains_key(&address) {
        let now = Instant::now();
        known.retain(|_, own| !own.is_forgotten(now));
        if known.len() >= MAX_KNOWN {
            return None;
        }
    }
    Some(known.entry(address).or_default())
}

/// The address that stands for all of one holder: those of IPv6 have the last half to themselves.
fn group(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_has_so_many_pages_and_others_have_theirs() {
        let addresses = Addresses::default();
        let one = address("192.0.2.1");
        let mut places: Vec<_> = (0..MAX_PAGES).map(|_| addresses.page(one)).collect();
        assert!(places.iter().all(Option::is_some) && addresses.page(one).is_none());
        assert!(addresses.page(address("::ffff:192.0.2.1")).is_none(), "the same, as IPv6");
        assert!(addresses.page(address("192.0.2.2")).is_some() && addresses.connect(one).is_some());
        places.pop();
        assert!(addresses.page(one).is_some());
        drop(places);
        assert!(addresses.known().is_empty(), "nothing is remembered of those that have gone");
    }

    #[test]
    fn who_tries_too_many_tokens_has_to_wait() {
        let addresses = Addresses::default();
        let one = address("2001:db8::1");
        for _ in 0..MAX_FAILURES {
            assert!(addresses.may_try(one));
            addresses.fail(one);
        }
        assert!(!addresses.may_try(one) && !addresses.may_try(address("2001:db8::2")));
        assert!(addresses.may_try(address("2001:db8:0:1::1")));
        assert!(addresses.may_try_at(one, Instant::now() + WAIT));
    }

    #[test]
    fn no_more_addresses_are_remembered_than_there_is_room_for() {
        let addresses = Addresses::default();
        for number in 0..MAX_KNOWN as u32 {
            addresses.fail(IpAddr::from(number.to_be_bytes()));
        }
        assert!(addresses.page(address("192.0.2.1")).is_none());
        assert_eq!(addresses.known().len(), MAX_KNOWN);
    }
}
