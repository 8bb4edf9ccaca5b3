//! Addresses of pictures of people.

use site_rest::{Format, Schema};

/// The widths that an answer names, in pixels.
pub const AVATAR_WIDTHS: [u16; 3] = [24, 48, 96];

/// The schema of these addresses.
pub fn schema(about: &'static str, contexts: &[&'static str]) -> Schema {
    AVATAR_WIDTHS.into_iter().fold(
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
