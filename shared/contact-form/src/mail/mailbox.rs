//! Addresses with names.

use site_formats::email::is_email;

/// An address, with a name or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The name; empty without one.
    pub name: String,
    /// The address.
    pub address: String,
}

impl Mailbox {
    /// Reads `address` or `Name <address>`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, address) = match text
            .strip_suffix('>')
            .and_then(|rest| rest.rsplit_once('<'))
        {
            Some((name, address)) => (name.trim(), address.trim()),
            None => ("", text),
        };
        let name = name
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap_or(name);
        let fits = is_email(address) && !name.contains(|c: char| c.is_control());
        fits.then(|| Self {
            name: name.replace('"', ""),
            address: address.to_owned(),
        })
    }
}

/// Reads a list separated by commas; a comma within a quoted name does not separate. None when an entry is no address
/// or the list is empty.
pub fn list(text: &str) -> Option<Vec<Mailbox>> {
    entries(text).into_iter().map(Mailbox::parse).collect()
}

/// Reads the entries of a list that are addresses.
pub fn usable(text: &str) -> Vec<Mailbox> {
    entries(text)
        .into_iter()
        .filter_map(Mailbox::parse)
        .collect()
}

fn entries(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c: char| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_and_without_names() {
        let read = |text: &str| Mailbox::parse(text).map(|one| (one.name, one.address));
        let own = |name: &str, address: &str| Some((name.to_owned(), address.to_owned()));
        assert_eq!(read(" ana@loja.example "), own("", "ana@loja.example"));
        assert_eq!(
            read("Ana Sá <ana@loja.example>"),
            own("Ana Sá", "ana@loja.example")
        );
        assert_eq!(
            read("\"Sá, Ana\" <ana@loja.example>"),
            own("Sá, Ana", "ana@loja.example")
        );
        assert_eq!(read("<ana@loja.example>"), own("", "ana@loja.example"));
        for bad in [
            "",
            "Ana",
            "ana@loja",
            "Ana <ana>",
            "Ana\r\nBcc: x@y.zz <ana@loja.example>",
            "a@b.co, c@d.co",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn lists_are_separated_by_commas() {
        let read = list("a@b.co, \"Sá, B\" <c@d.co>").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read[1].name, "Sá, B");
        assert!(list("").is_none());
        assert!(list("a@b.co,").is_none());
        assert_eq!(usable("a@b.co, nada, c@d.co").len(), 2);
    }
}
