//! The fuzzer of [`rotunda_fuzz::training_data`].
#![cfg_attr(fuzzing, no_main)]

rotunda_fuzz::entry_point!(rotunda_fuzz::training_data::run);
