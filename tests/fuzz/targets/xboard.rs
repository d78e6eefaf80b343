//! The fuzzer of [`rotunda_fuzz::xboard`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::xboard::run);
