//! [`Store`]: tables kept in a folder.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use xxhash_rust::xxh3::Xxh3;

use crate::layout::Layout;
use crate::table::Table;

/// The first bytes of every file: the format and its version, which rises whenever codes or their
/// order change.
const MAGIC: &[u8; 16] = b"rotunda table 1\n";
/// The number of codes that are converted at a time.
const BLOCK: usize = 1 << 15;

/// A folder with saved tables, a file for each.
///
/// A file is named after its material and the fingerprint of the rules that concern it, so variants
/// with the same rules share files. It begins with its format, that fingerprint, the number of
/// positions and a checksum; then come the codes, compressed. A file that does not match is not
/// used.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Creates a store in this folder, which need not exist yet.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the store in the user's cache directory; `None` if the user has none.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let folders = ProjectDirs::from("", "", "rotunda")?;
        Some(Self::new(folders.cache_dir().join("tables")))
    }

    /// Returns the folder of the tables.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, rules: u64, name: &str) -> PathBuf {
        self.folder.join(format!("{name}-{rules:016x}"))
    }

    /// Reads a table; `None` if there is no such file.
    ///
    /// # Errors
    /// Returns a sentence if the file is damaged or of another format.
    pub(crate) fn read(
        &self,
        (rules, name): (u64, &str),
        layout: Layout,
    ) -> Result<Option<Table>, String> {
        let path = self.path(rules, name);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let codes = read_codes(BufReader::new(file), rules, layout.len());
        let table = codes.and_then(|codes| {
            Table::with_codes(layout, codes).ok_or_else(|| io::ErrorKind::InvalidData.into())
        });
        table
            .map(Some)
            .map_err(|error| format!("{} is damaged and is not used: {error}", path.display()))
    }

    /// Saves a table.
    ///
    /// # Errors
    /// Returns a sentence if that failed.
    pub(crate) fn write(&self, (rules, name): (u64, &str), table: &Table) -> Result<(), String> {
        let path = self.path(rules, name);
        let named = |error: io::Error| format!("{}: {error}", path.display());
        fs::create_dir_all(&self.folder).map_err(named)?;
        // Another process may be reading or writing the same file.
        let draft = path.with_extension(format!("part{}", std::process::id()));
        let written = File::create(&draft).and_then(|file| {
            write_codes(BufWriter::new(file), rules, table)?;
            fs::rename(&draft, &path)
        });
        written.map_err(|error| {
            let _ = fs::remove_file(&draft);
            named(error)
        })
    }
}

/// Returns the codes as bytes, a block at a time.
fn blocks(codes: impl Iterator<Item = u16>) -> impl Iterator<Item = Vec<u8>> {
    let mut codes = codes.peekable();
    std::iter::from_fn(move || {
        codes.peek()?;
        Some(codes.by_ref().take(BLOCK).flat_map(u16::to_le_bytes).collect())
    })
}

fn write_codes(mut file: impl Write, rules: u64, table: &Table) -> io::Result<()> {
    let mut checksum = Xxh3::new();
    blocks(table.codes()).for_each(|block| checksum.update(&block));
    file.write_all(MAGIC)?;
    for number in [rules, table.len() as u64, checksum.digest()] {
        file.write_all(&number.to_le_bytes())?;
    }
    let mut encoder = FrameEncoder::new(file);
    blocks(table.codes()).try_for_each(|block| encoder.write_all(&block))?;
    encoder.finish().map_err(io::Error::other)?.flush()
}

fn read_codes(mut file: impl Read, rules: u64, places: usize) -> io::Result<Vec<u16>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic)?;
    let mut numbers = [0; 3];
    for number in &mut numbers {
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes)?;
        *number = u64::from_le_bytes(bytes);
    }
    let [of_rules, count, checksum] = numbers;
    if magic != *MAGIC {
        return Err(wrong("another format"));
    }
    if (of_rules, count) != (rules, places as u64) {
        return Err(wrong("of other rules"));
    }
    let (mut sum, mut codes) = (Xxh3::new(), Vec::with_capacity(places));
    let mut decoder = FrameDecoder::new(file);
    while codes.len() < places {
        let mut block = vec![0; 2 * BLOCK.min(places - codes.len())];
        decoder.read_exact(&mut block)?;
        sum.update(&block);
        codes.extend(block.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
    }
    if sum.digest() != checksum {
        return Err(wrong("the checksum is another"));
    }
    Ok(codes)
}
