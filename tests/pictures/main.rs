//! Boards in the plane, and the pictures of the documents.

mod files;
mod layouts;
#[path = "../documents/words.rs"]
mod words;
