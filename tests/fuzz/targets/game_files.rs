//! The fuzzer of [`rotunda_fuzz::game_files`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::game_files::run);
