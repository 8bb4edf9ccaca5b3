//! Pictures of people. There are none of ours; the addresses are those of the picture service that
//! clients of this interface know, which finds a picture by a hash of the e-mail address.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use site_rest::Format;
use site_rest::Schema;

/// The widths that an answer names, in pixels.
const WIDTHS: [u16; 3] = [24, 48, 96];

/// The addresses of somebody's picture by its width.
pub fn urls(email: &str) -> Value {
    let digest = Sha256::digest(email.trim().to_lowercase());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let urls: Map<String, Value> = WIDTHS
        .into_iter()
        .map(|width| {
            let url = format!("https://secure.gravatar.com/avatar/{hash}?s={width}&d=mm&r=g");
            (width.to_string(), Value::from(url))
        })
        .collect();
    Value::Object(urls)
}

/// The shape of these addresses.
pub fn shape(about: &'static str, contexts: &[&'static str]) -> Schema {
    WIDTHS.into_iter().fold(
        Schema::object().about(about).shown_in(contexts).readonly(),
        |shape, width| {
            shape.with(
                width.to_string(),
                Schema::string()
                    .about(format!("The picture, {width} pixels wide."))
                    .format(Format::Uri)
                    .shown_in(contexts),
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_blanks_of_the_address_do_not_matter() {
        assert_eq!(urls(" Ana@Exemplo.com.br "), urls("ana@exemplo.com.br"));
        assert_eq!(urls("a").as_object().unwrap().len(), 3);
    }
}
