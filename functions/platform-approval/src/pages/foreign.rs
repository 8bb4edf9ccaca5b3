//! Pictures of other hosts inside the text, which the client's browser reads from the page's own origin.
//!
//! A browser does not show pictures of plain http on a page of https, and a picture's host would learn the client's
//! address. So the page names an address of its own for each of them. It is signed: only addresses that stand in the text
//! of the round's post are ever asked for.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use markup::{escape, tags};
use outbound::{Outbound, Redirects, Request};
use pictures::Format;
use secrecy::SecretString;
use url::Url;
use url::form_urlencoded;
use vault::{KeyRing, TokenHash};

/// What signatures are made for.
const CONTEXT: &str = "approval-picture";
/// The member of the query with the picture's address.
pub(super) const ADDRESS: &str = "de";
/// Longest address of a picture, in bytes.
const LONGEST_ADDRESS: usize = 2_000;
/// Largest picture in bytes. A function's response has 6 MB at most, of which the encoding of bytes takes a quarter.
const LARGEST: usize = 4_000_000;
/// Time limit of a picture.
const DEADLINE: Duration = Duration::from_secs(10);
/// Redirects that are followed. Each target is checked like the first address.
const HOPS: u8 = 3;

/// What an address is signed with for the page of `token`.
pub(super) fn signature(keyring: &KeyRing, token: &str, address: &str) -> TokenHash {
    let signed = format!("{token} {address}");
    keyring.token_hash(CONTEXT, &SecretString::from(signed))
}

/// `body`, sanitised HTML, with every picture of another host read through the page of `token`. Relative addresses are of
/// `site`.
pub(super) fn through_page(
    keyring: &KeyRing,
    token: &str,
    site: Option<&Url>,
    body: &str,
) -> String {
    let own = format!("/aprovacao/{token}/");
    tags::edited(body, |tag| {
        if tag.name != "img" {
            return false;
        }
        let source = tag.value("src").map(escape::decode).unwrap_or_default();
        if source.starts_with(&own) {
            return false;
        }
        let Some(address) = foreign_address(site, &source) else {
            return false;
        };
        let signature = signature(keyring, token, &address);
        let query: String = form_urlencoded::byte_serialize(address.as_bytes()).collect();
        for replaced in ["src", "srcset", "sizes", "loading"] {
            tag.take(replaced);
        }
        let through = format!("{own}figuras/{}?{ADDRESS}={query}", signature.as_str());
        tag.attributes.push(("src".to_owned(), through));
        tag.attributes
            .push(("loading".to_owned(), "lazy".to_owned()));
        true
    })
}

fn foreign_address(site: Option<&Url>, source: &str) -> Option<String> {
    let address = Url::options().base_url(site).parse(source.trim()).ok()?;
    let is_web = matches!(address.scheme(), "http" | "https");
    let address = String::from(address);
    (is_web && address.len() <= LONGEST_ADDRESS).then_some(address)
}

/// The picture at `address`; none when it cannot be had or is no JPEG, PNG, GIF or WebP, judged by its bytes.
pub(super) async fn fetched(outbound: &Outbound, address: &str) -> Option<(Format, Bytes)> {
    let mut url = Url::parse(address).ok()?;
    // Deployed functions call https only. Most hosts that pictures of plain http were linked from have it today.
    if outbound.guard().policy().https_required && url.scheme() == "http" {
        url.set_scheme("https").ok()?;
    }
    let request = Request::get(url)
        .header(
            header::ACCEPT,
            HeaderValue::from_static("image/webp, image/png, image/jpeg, image/gif"),
        )
        .deadline(DEADLINE)
        .max_bytes(LARGEST)
        .redirects(Redirects::Anywhere(HOPS));
    let answer = outbound.send(request).await;
    let answer = answer
        .inspect_err(|error| {
            tracing::info!(target: "approval", %error, "a picture of a text was not fetched");
        })
        .ok()?;
    let format = Format::of(&answer.body)?;
    (answer.status == StatusCode::OK).then_some((format, answer.body))
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    const TOKEN: &str = "5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11";

    fn shown(body: &str) -> String {
        let keyring = KeyRing::generate(&SeededRandom::new(3));
        let site = Url::parse("https://padaria.example/").ok();
        through_page(&keyring, TOKEN, site.as_ref(), body)
    }

    #[test]
    fn pictures_of_other_hosts_are_read_through_the_page() {
        let shown = shown(
            "<p>a</p><img src=\"http://fotos.example/a.jpg?x=1&amp;y=%20\" alt=\"P\u{e3}o\" \
             srcset=\"http://fotos.example/b.jpg 2x\" sizes=\"1px\">",
        );
        let source = shown.split("src=\"").nth(1).unwrap_or_default();
        let source = source.split('"').next().unwrap_or_default();
        let (path, query) = source.split_once("?de=").unwrap_or_default();
        assert!(
            path.starts_with(&format!("/aprovacao/{TOKEN}/figuras/")),
            "{shown}"
        );
        assert_eq!(path.rsplit('/').next().map(str::len), Some(64));
        assert_eq!(
            query,
            "http%3A%2F%2Ffotos.example%2Fa.jpg%3Fx%3D1%26y%3D%2520"
        );
        assert!(shown.contains("alt=\"P\u{e3}o\"") && shown.contains("loading=\"lazy\""));
        assert!(
            !shown.contains("srcset") && !shown.contains("sizes"),
            "{shown}"
        );
    }

    #[test]
    fn relative_addresses_are_of_the_site_and_own_pictures_stay() {
        assert!(
            shown("<img src=\"/a.jpg\">").contains("?de=https%3A%2F%2Fpadaria.example%2Fa.jpg\"")
        );
        for body in [
            format!("<img src=\"/aprovacao/{TOKEN}/imagens/7\" alt=\"x\">"),
            "<img src=\"data:image/png;base64,AAAA\">".to_owned(),
            "<img src=\"https://\">".to_owned(),
            format!("<img src=\"https://a.example/{}\">", "x".repeat(2_000)),
            "<p>https://a.example/b.jpg</p>".to_owned(),
        ] {
            assert_eq!(shown(&body), body);
        }
    }

    #[test]
    fn a_signature_is_of_one_page_and_one_address() {
        let keyring = KeyRing::generate(&SeededRandom::new(3));
        let of = |token: &str, address: &str| signature(&keyring, token, address);
        let own = of(TOKEN, "https://a.example/1.png");
        assert!(own.matches(&of(TOKEN, "https://a.example/1.png")));
        assert!(!own.matches(&of(TOKEN, "https://a.example/2.png")));
        assert!(!own.matches(&of("5f0c8f6e", "https://a.example/1.png")));
    }
}
