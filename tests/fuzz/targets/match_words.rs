//! The fuzzer of [`rotunda_fuzz::match_words`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::match_words::run);
