//! The variants, each written as data in a file of its own.

pub(crate) mod chess;
pub(crate) mod circular;
pub(crate) mod ordinary;
pub(crate) mod ring;
pub(crate) mod rollerball;
pub(crate) mod roundtable84;
