//! A saved world as bytes: a head that says what they are, and the data in the format of postcard.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `sidestep world\n` and a zero |
//! | 4 | the number of the format, least significant byte first, as below |
//! | 8 | how many bytes of data follow on the head |
//! | 4 | CRC-32 of all bytes before it and of the data |

use super::{LoadError, SAVED_FORMAT, SavedWorld};

const MAGIC: &[u8; 16] = b"sidestep world\n\0";

/// Length of the head.
const HEAD: usize = 32;

impl SavedWorld {
    /// The bytes of a file, as [`from_bytes`](Self::from_bytes) reads them: compact, the same on
    /// every machine, and safe from damage that goes unseen.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // All lists know their length, and nothing else can fail in memory.
        let data = postcard::to_allocvec(self).unwrap_or_default();
        let mut bytes = Vec::with_capacity(HEAD + data.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&SAVED_FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(data.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes, &data).to_le_bytes());
        bytes.extend_from_slice(&data);
        bytes
    }

    /// Reads bytes that [`to_bytes`](Self::to_bytes) has written. Whether what they say makes sense
    /// is checked when the world is [loaded](crate::world::World::load).
    ///
    /// # Errors
    /// If they aren't those of a saved world, were cut off or damaged, or are of another format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let Some((head, data)) = bytes.split_at_checked(HEAD) else {
            return Err(if bytes.starts_with(MAGIC) {
                LoadError::Length {
                    found: 0,
                    expected: 1,
                }
            } else {
                LoadError::NotAWorld
            });
        };
        if !head.starts_with(MAGIC) {
            return Err(LoadError::NotAWorld);
        }
        let found = u32::from_le_bytes(part(head, 16));
        if found != SAVED_FORMAT {
            return Err(LoadError::Format { found });
        }
        let expected = u64::from_le_bytes(part(head, 20));
        if expected != data.len() as u64 {
            return Err(LoadError::Length {
                found: data.len() as u64,
                expected,
            });
        }
        if u32::from_le_bytes(part(head, 28)) != checksum(&head[..28], data) {
            return Err(LoadError::Checksum);
        }
        let unreadable = |message: String| LoadError::Unreadable { message };
        let (saved, rest) = postcard::take_from_bytes::<Self>(data)
            .map_err(|error| unreadable(error.to_string()))?;
        if !rest.is_empty() {
            return Err(unreadable(format!("{} bytes are left over", rest.len())));
        }
        Ok(saved)
    }
}

/// So many bytes from a place of the head on.
fn part<const N: usize>(head: &[u8], from: usize) -> [u8; N] {
    std::array::from_fn(|index| head[from + index])
}

fn checksum(head: &[u8], data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(data);
    hasher.finalize()
}
