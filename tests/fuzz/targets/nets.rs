//! The fuzzer of [`rotunda_fuzz::nets`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::nets::run);
