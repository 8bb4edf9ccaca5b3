//! The key with which a site proves to IndexNow that a submission is its own.

use secrecy::SecretString;

use crate::keyring::KeyRing;

/// Characters of a key; IndexNow takes 8 to 128 (<https://www.indexnow.org/documentation>).
const KEY_CHARS: usize = 32;

impl KeyRing {
    /// The key of the site with the host name `host`: 32 hexadecimal digits, derived from the pepper, so that the site and
    /// the platform need not exchange it. It proves nothing else, and the site serves it to anyone who knows it.
    pub fn index_now_key(&self, host: &str) -> String {
        let host = SecretString::from(host.to_ascii_lowercase());
        let hash = self.token_hash("index_now_key", &host);
        hash.as_str().chars().take(KEY_CHARS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded::Seeded;

    #[test]
    fn each_host_of_each_ring_has_a_key_of_its_own() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let key = ring.index_now_key("exemplo.com.br");
        assert!(key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_eq!(key, ring.index_now_key("Exemplo.com.BR"));
        assert_eq!(
            key,
            ring.rotated(&Seeded::new(2))
                .index_now_key("exemplo.com.br")
        );
        assert_ne!(key, ring.index_now_key("www.exemplo.com.br"));
        let other = KeyRing::generate(&Seeded::new(3));
        assert_ne!(key, other.index_now_key("exemplo.com.br"));
    }
}
