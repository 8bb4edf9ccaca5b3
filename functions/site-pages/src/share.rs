//! Links by which readers share a page. They need no script, and a reader who follows none sends no request to another service.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Ways to share a page.
pub struct Share {
    pub whatsapp: String,
    pub mail: String,
    /// The address, to be copied.
    pub address: String,
}

/// Ways to share the page of this title at this address.
pub fn of(title: &str, address: &str) -> Share {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    Share {
        whatsapp: format!(
            "https://wa.me/?text={}",
            encoded(&format!("{title} {address}"))
        ),
        mail: format!(
            "mailto:?subject={}&body={}",
            encoded(title),
            encoded(address)
        ),
        address: address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_cannot_add_to_an_address() {
        let share = of("Pão & bolo?\nBcc: x", "https://a.example/pao/");
        assert_eq!(
            share.mail,
            "mailto:?subject=P%C3%A3o%20%26%20bolo%3F%0ABcc%3A%20x&body=https%3A%2F%2Fa%2Eexample%2Fpao%2F"
        );
        assert!(
            share
                .whatsapp
                .starts_with("https://wa.me/?text=P%C3%A3o%20%26%20bolo%3F")
        );
    }
}
