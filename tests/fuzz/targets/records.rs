//! The fuzzer of [`rotunda_fuzz::records`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::records::run);
