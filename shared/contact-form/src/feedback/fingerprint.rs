//! Keyed fingerprints of 32 hexadecimal characters.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::form::ContactForm;
use crate::submission::Submission;

/// Number of bytes of a fingerprint.
const BYTES: usize = 16;

/// The fingerprint of some parts: each counts with its length, so that no two lists of parts look alike.
pub(super) fn fingerprint(key: &[u8], parts: &[&str]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    for part in parts {
        mac.update(&part.len().to_be_bytes());
        mac.update(part.as_bytes());
    }
    let bytes = mac.finalize().into_bytes();
    hex::encode(bytes.iter().take(BYTES).copied().collect::<Vec<u8>>())
}

/// The fingerprint of what was sent: the same data from the same address to the same form have the same one.
pub fn posted_data_hash(
    key: &[u8],
    form: &ContactForm,
    sent: &Submission,
    remote_ip: &str,
) -> String {
    let id = form.id.unwrap_or_default().to_string();
    let stored = sent.stored(&form.tags());
    let mut parts = vec!["data", &id, remote_ip];
    for (name, values) in &stored {
        parts.push(name);
        parts.extend(values.iter().map(String::as_str));
        parts.push("");
    }
    parts.extend(sent.uploads().iter().map(|file| file.file_name.as_str()));
    fingerprint(key, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::template::{Site, new_form};
    use crate::submission::Part;

    #[test]
    fn parts_cannot_be_shifted() {
        let one = fingerprint(b"k", &["ab", "c"]);
        assert_eq!(one.len(), 32);
        assert!(one.bytes().all(|b| b.is_ascii_hexdigit()));
        assert_ne!(one, fingerprint(b"k", &["a", "bc"]));
        assert_ne!(one, fingerprint(b"j", &["ab", "c"]));
    }

    #[test]
    fn the_same_data_have_the_same_fingerprint() {
        let form = new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        let sent = |value: &str| {
            let part = Part::Text {
                name: "your-name".to_owned(),
                value: value.to_owned(),
            };
            Submission::read(vec![part], &form.tags())
        };
        let of = |value: &str, ip: &str| posted_data_hash(b"k", &form, &sent(value), ip);
        assert_eq!(of("Ana", "192.0.2.1"), of("Ana", "192.0.2.1"));
        assert_ne!(of("Ana", "192.0.2.1"), of("Bia", "192.0.2.1"));
        assert_ne!(of("Ana", "192.0.2.1"), of("Ana", "192.0.2.2"));
    }
}
