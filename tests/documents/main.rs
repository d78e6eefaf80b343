//! What documents say of the program: links, sessions, generated pages, words. Recorded sessions.

mod comment_width;
mod conversation;
mod document_transcripts;
mod document_words;
mod experiments;
#[path = "../golden.rs"]
mod golden;
mod imports;
mod links;
mod net_list;
mod reference;
mod transcripts;
mod variant_lists;
#[path = "../wanted.rs"]
mod wanted;
mod words;
