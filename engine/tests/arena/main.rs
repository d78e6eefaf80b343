//! Matches played by the binary: faults, interruptions, parts.
//!
//! The test binary is also the faulty engine, when its first argument says so; that is why it has
//! a `main` of its own.

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

/// Tests that run at a time. Many of them only wait for engines that hang.
const THREADS: usize = 4;

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
    let mut trials = faults::trials();
    trials.extend(interrupts::trials());
    trials.extend(parts::trials());
    trials.extend(ponder::trials());
    trials.extend(refusals::trials());
    trials.extend(tables::trials());
    trials.extend(tournament::trials());
    trials.extend(xboard::trials());
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(THREADS);
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test that fails by panicking.
fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}
