//! The key ring: all long-lived keys of the system, read from one secret document.
//!
//! It holds several keys of a kind, so that a key can be rotated without resealing stored secrets and
//! without ending sessions: new data uses the active key, existing data names its own.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ports::Random;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Length of every key in bytes (256 bits).
pub const KEY_BYTES: usize = 32;

/// Longest key id in characters; ids are part of every sealed text and of every token header.
const KEY_ID_CHARS: usize = 32;

pub(crate) type Key = Zeroizing<[u8; KEY_BYTES]>;

/// Keys of one purpose, one of which is active.
struct KeySet {
    active: String,
    keys: BTreeMap<String, Key>,
}

/// The sealing keys, the signing keys of session tokens, and the pepper of keyed hashes.
///
/// Neither printable nor clonable; share it in an `Arc`. Keys are zeroed in memory on drop.
pub struct KeyRing {
    sealing: KeySet,
    signing: KeySet,
    pepper: Key,
}

/// Why a secret document is not a valid key ring. Contains names and positions, never content.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyRingError {
    /// Not the expected JSON document.
    #[error("the secret document is not a key ring (line {line}, column {column})")]
    Document {
        /// Line of the error, from 1.
        line: usize,
        /// Column of the error, from 1.
        column: usize,
    },
    /// A key is not base64 of exactly 32 bytes.
    #[error("the key `{0}` is not base64 of 32 bytes")]
    Key(String),
    /// A key id is empty, too long, or contains other characters than a-z, 0-9, `_` and `-`.
    #[error("a key id must have 1 to 32 characters of a-z, 0-9, `_` and `-`")]
    KeyId,
    /// The active id names a key that is not in the document.
    #[error("`{0}` names a key that is not in the document")]
    Active(&'static str),
}

/// A key in base64, as in the document.
#[derive(Serialize, Deserialize, Zeroize, ZeroizeOnDrop)]
#[serde(transparent)]
struct EncodedKey(String);

#[derive(Serialize, Deserialize)]
struct Document {
    active: String,
    keys: BTreeMap<String, EncodedKey>,
    jwt_active: String,
    jwt_keys: BTreeMap<String, EncodedKey>,
    pepper: EncodedKey,
}

impl KeyRing {
    /// Generates a ring with one key of each kind, named `k1`.
    pub fn generate(random: &dyn Random) -> Self {
        Self {
            sealing: KeySet::generate(random),
            signing: KeySet::generate(random),
            pepper: draw(random),
        }
    }

    /// Parses the secret document.
    ///
    /// # Errors
    /// [`KeyRingError`] when the document is not valid; the error never contains its content.
    pub fn parse(document: &str) -> Result<Self, KeyRingError> {
        let document: Document =
            serde_json::from_str(document).map_err(|fault| KeyRingError::Document {
                line: fault.line(),
                column: fault.column(),
            })?;
        Ok(Self {
            sealing: KeySet::parse(document.active, &document.keys, "active")?,
            signing: KeySet::parse(document.jwt_active, &document.jwt_keys, "jwt_active")?,
            pepper: decode("pepper", &document.pepper)?,
        })
    }

    /// The secret document of this ring, in the form that [`KeyRing::parse`] reads.
    pub fn to_document(&self) -> SecretString {
        let document = Document {
            active: self.sealing.active.clone(),
            keys: self.sealing.encoded(),
            jwt_active: self.signing.active.clone(),
            jwt_keys: self.signing.encoded(),
            pepper: encode(&self.pepper),
        };
        // A map of strings always serialises; `parse` would reject an empty document.
        SecretString::from(serde_json::to_string_pretty(&document).unwrap_or_default())
    }

    /// A copy of the ring with new active keys for sealing and for session tokens. The former keys stay, so
    /// that sealed texts can be unsealed and signed tokens stay valid. The pepper is not changed: a new one
    /// would invalidate every stored token and application password.
    pub fn rotated(&self, random: &dyn Random) -> Self {
        Self {
            sealing: self.sealing.rotated(random),
            signing: self.signing.rotated(random),
            pepper: self.pepper.clone(),
        }
    }

    pub(crate) fn sealing_active(&self) -> (&str, Option<&Key>) {
        (&self.sealing.active, self.sealing.active_key())
    }

    pub(crate) fn sealing_key(&self, id: &str) -> Option<&Key> {
        self.sealing.keys.get(id)
    }

    pub(crate) fn signing_active(&self) -> (&str, Option<&Key>) {
        (&self.signing.active, self.signing.active_key())
    }

    pub(crate) fn signing_key(&self, id: &str) -> Option<&Key> {
        self.signing.keys.get(id)
    }

    pub(crate) fn pepper(&self) -> &Key {
        &self.pepper
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("KeyRing")
            .field("active", &self.sealing.active)
            .field("jwt_active", &self.signing.active)
            .finish_non_exhaustive()
    }
}

impl KeySet {
    fn generate(random: &dyn Random) -> Self {
        let active = String::from("k1");
        Self {
            keys: BTreeMap::from([(active.clone(), draw(random))]),
            active,
        }
    }

    fn parse(
        active: String,
        keys: &BTreeMap<String, EncodedKey>,
        field: &'static str,
    ) -> Result<Self, KeyRingError> {
        let keys = keys
            .iter()
            .map(|(id, key)| {
                if is_key_id(id) {
                    Ok((id.clone(), decode(id, key)?))
                } else {
                    Err(KeyRingError::KeyId)
                }
            })
            .collect::<Result<BTreeMap<_, _>, _>>()?;
        if keys.contains_key(&active) {
            Ok(Self { active, keys })
        } else {
            Err(KeyRingError::Active(field))
        }
    }

    fn rotated(&self, random: &dyn Random) -> Self {
        let mut keys = self.keys.clone();
        let active = (1_u64..)
            .map(|number| format!("k{number}"))
            .skip(keys.len())
            .find(|id| !keys.contains_key(id))
            .unwrap_or_else(|| self.active.clone());
        keys.insert(active.clone(), draw(random));
        Self { active, keys }
    }

    fn active_key(&self) -> Option<&Key> {
        self.keys.get(&self.active)
    }

    fn encoded(&self) -> BTreeMap<String, EncodedKey> {
        self.keys
            .iter()
            .map(|(id, key)| (id.clone(), encode(key)))
            .collect()
    }
}

fn is_key_id(id: &str) -> bool {
    (1..=KEY_ID_CHARS).contains(&id.len())
        && id
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}

fn draw(random: &dyn Random) -> Key {
    let mut key = Zeroizing::new([0; KEY_BYTES]);
    random.fill(key.as_mut_slice());
    key
}

fn decode(name: &str, encoded: &EncodedKey) -> Result<Key, KeyRingError> {
    let fault = || KeyRingError::Key(name.to_owned());
    let bytes = Zeroizing::new(STANDARD.decode(&encoded.0).map_err(|_| fault())?);
    let key = <[u8; KEY_BYTES]>::try_from(bytes.as_slice()).map_err(|_| fault())?;
    Ok(Zeroizing::new(key))
}

fn encode(key: &Key) -> EncodedKey {
    EncodedKey(STANDARD.encode(key.as_slice()))
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;
    use serde_json::{Value, json};

    use super::*;
    use crate::seeded::Seeded;

    fn document() -> Value {
        let ring = KeyRing::generate(&Seeded::new(1));
        serde_json::from_str(ring.to_document().expose_secret()).unwrap()
    }

    fn parse(document: &Value) -> Result<KeyRing, KeyRingError> {
        KeyRing::parse(&document.to_string())
    }

    #[test]
    fn a_generated_ring_round_trips_through_its_document() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let again = KeyRing::parse(ring.to_document().expose_secret()).unwrap();
        assert_eq!(
            ring.to_document().expose_secret(),
            again.to_document().expose_secret()
        );
    }

    #[test]
    fn keys_of_a_ring_differ_from_each_other_and_between_rings() {
        let one = document();
        assert_ne!(one["keys"]["k1"], one["jwt_keys"]["k1"]);
        assert_ne!(one["keys"]["k1"], one["pepper"]);
        let other = KeyRing::generate(&Seeded::new(2));
        let other: Value = serde_json::from_str(other.to_document().expose_secret()).unwrap();
        assert_ne!(one["pepper"], other["pepper"]);
    }

    #[test]
    fn debug_prints_ids_only() {
        let ring = KeyRing::generate(&Seeded::new(1));
        assert_eq!(
            format!("{ring:?}"),
            r#"KeyRing { active: "k1", jwt_active: "k1", .. }"#
        );
    }

    #[test]
    fn rotation_adds_a_key_and_keeps_the_older_ones() {
        let first = KeyRing::generate(&Seeded::new(1));
        let third = first.rotated(&Seeded::new(2)).rotated(&Seeded::new(3));
        let document: Value = serde_json::from_str(third.to_document().expose_secret()).unwrap();
        assert_eq!(document["active"], "k3");
        assert_eq!(document["jwt_active"], "k3");
        assert_eq!(document["keys"].as_object().unwrap().len(), 3);
        assert_eq!(document["pepper"], self::document()["pepper"]);
        assert_eq!(document["keys"]["k1"], self::document()["keys"]["k1"]);
    }

    #[test]
    fn rotation_never_overwrites_a_key_with_a_name_of_its_own() {
        let mut document = document();
        let key = document["keys"]["k1"].clone();
        document["keys"] = json!({"k2": key});
        document["active"] = json!("k2");
        let rotated = parse(&document).unwrap().rotated(&Seeded::new(4));
        let rotated: Value = serde_json::from_str(rotated.to_document().expose_secret()).unwrap();
        assert_eq!(rotated["active"], "k3");
        assert_eq!(rotated["keys"]["k2"], key);
    }

    #[test]
    fn errors_contain_no_content() {
        let mut wrong = document();
        wrong["keys"]["k1"] = json!("c2hvcnQ=");
        assert_eq!(parse(&wrong).err(), Some(KeyRingError::Key("k1".into())));

        let mut wrong = document();
        wrong["pepper"] = json!("!!");
        assert_eq!(
            parse(&wrong).err(),
            Some(KeyRingError::Key("pepper".into()))
        );

        let mut wrong = document();
        wrong["active"] = json!("k9");
        assert_eq!(parse(&wrong).err(), Some(KeyRingError::Active("active")));

        let mut wrong = document();
        wrong["jwt_active"] = json!("k9");
        assert_eq!(
            parse(&wrong).err(),
            Some(KeyRingError::Active("jwt_active"))
        );

        let mut wrong = document();
        let key = wrong["keys"]["k1"].clone();
        wrong["keys"] = json!({"a.b": key});
        assert_eq!(parse(&wrong).err(), Some(KeyRingError::KeyId));

        let fault = KeyRing::parse(r#"{"active": "top-secret-value""#).unwrap_err();
        assert!(matches!(fault, KeyRingError::Document { .. }));
        assert!(!fault.to_string().contains("top-secret"));
    }
}
