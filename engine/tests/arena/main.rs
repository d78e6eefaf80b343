//! Matches played by the binary: faults, interruptions, parts.
//!
//! The test binary also plays the faulty engine, if its first argument is `faulty`. Therefore it
//! has a `main` of its own.

mod faults;
mod faulty;
mod faulty_xboard;
mod interrupts;
mod parts;
mod ponder;
mod refusals;
mod scene;
mod tables;
mod tournament;
mod xboard;

use libtest_mimic::{Arguments, Trial};

/// The number of tests that run at the same time. Many of them only wait for engines that hang.
const THREADS: usize = 6;

fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some(scene::FAULTY) {
        let mode = words.next().unwrap_or_default();
        match mode.strip_prefix(faulty_xboard::PREFIX) {
            Some(mode) => faulty_xboard::run(mode),
            None => faulty::run(&mode),
        }
        return;
    }
    // The longest begin first, so that none runs alone at the end.
    let mut trials = parts::trials();
    trials.extend(tables::trials());
    trials.extend(tournament::trials());
    trials.extend(ponder::trials());
    trials.extend(xboard::trials());
    trials.extend(faults::trials());
    trials.extend(interrupts::trials());
    trials.extend(refusals::trials());
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(THREADS);
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns a test that fails if its function panics.
fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}
