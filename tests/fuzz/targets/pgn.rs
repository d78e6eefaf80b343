//! The fuzzer of [`rotunda_fuzz::pgn`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::pgn::run);
