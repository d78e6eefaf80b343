//! The fuzzer of [`rotunda_fuzz::positions`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::positions::run);
