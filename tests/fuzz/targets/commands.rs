//! The fuzzer of [`rotunda_fuzz::commands`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::commands::run);
