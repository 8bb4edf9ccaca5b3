//! Pictures inside the text of a post of the platform. The body names them by their address on the platform, which only
//! signed-in people may read; a page or host that shows the text puts another address in its place.

use crate::escape;

/// What stands before the identifier of a picture in a sanitised body.
const BEFORE: &str = "src=\"/api/v1/media/";
/// What stands behind it.
const BEHIND: &str = "/webp\"";

/// A picture of a body: its identifier, and where its attribute begins and ends.
fn next(body: &str, from: usize) -> Option<(u64, usize, usize)> {
    let mut from = from;
    loop {
        let start = from + body.get(from..)?.find(BEFORE)?;
        let digits = start + BEFORE.len();
        let rest = body.get(digits..)?;
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let behind = digits + length;
        let id = rest.get(..length).and_then(|digits| digits.parse().ok());
        match id {
            Some(id) if body.get(behind..)?.starts_with(BEHIND) => {
                return Some((id, start, behind + BEHIND.len()));
            }
            _ => from = behind,
        }
    }
}

/// The identifiers of the pictures that a sanitised body shows, each once, in their order.
pub fn of_body(body: &str) -> Vec<u64> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((id, _, end)) = next(body, from) {
        if !found.contains(&id) {
            found.push(id);
        }
        from = end;
    }
    found
}

/// The body with the addresses that `address` names, escaped as values of HTML attributes. A picture without one keeps its
/// own.
pub fn with_addresses(body: &str, address: impl Fn(u64) -> Option<String>) -> String {
    let mut made = String::with_capacity(body.len());
    let mut from = 0;
    while let Some((id, start, end)) = next(body, from) {
        made.push_str(body.get(from..start).unwrap_or_default());
        match address(id) {
            Some(address) => {
                made.push_str("src=\"");
                made.push_str(&escape::text(&address));
                made.push('"');
            }
            None => made.push_str(body.get(start..end).unwrap_or_default()),
        }
        from = end;
    }
    made.push_str(body.get(from..).unwrap_or_default());
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "<p>a</p><figure><img src=\"/api/v1/media/12/webp\" alt=\"x\"></figure>\
        <img src=\"https://x.example/a.jpg\"><img src=\"/api/v1/media/7/webp\"><img src=\"/api/v1/media/12/webp\">";

    #[test]
    fn pictures_are_found_once_each_in_their_order() {
        assert_eq!(of_body(BODY), [12, 7]);
        for other in [
            "",
            "<img src=\"/api/v1/media/12/file\">",
            "<img src=\"/api/v1/media//webp\">",
            "<img src=\"/api/v1/media/99999999999999999999999/webp\">",
            "src=\"/api/v1/media/",
        ] {
            assert_eq!(of_body(other), [0_u64; 0], "{other}");
        }
    }

    #[test]
    fn addresses_are_replaced_and_escaped_and_unknown_ones_stay() {
        let made = with_addresses(BODY, |id| {
            (id == 12).then(|| "https://x.example/a?b=1&c=\"".to_owned())
        });
        assert_eq!(
            made.matches("https://x.example/a?b=1&amp;c=&quot;").count(),
            2
        );
        assert!(made.contains("src=\"/api/v1/media/7/webp\""));
        assert!(made.contains("alt=\"x\""));
        assert_eq!(with_addresses("café", |_| None), "café");
    }
}
