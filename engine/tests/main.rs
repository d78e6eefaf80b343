//! The program as a process: files of games, training data, fits, tunings, and refusals under
//! limits.

mod datagen;
mod examples;
mod fit;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(target_os = "linux")]
mod hostile_files;
#[cfg(target_os = "linux")]
mod little_memory;
mod notation;
mod tunings;
