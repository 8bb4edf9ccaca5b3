//! Avatar URLs of users and authors of comments.

use site_rest::{Format, Schema};

/// The widths for which responses contain a URL, in pixels.
pub const AVATAR_WIDTHS: [u16; 3] = [24, 48, 96];

/// The schema of avatar URLs by width.
pub fn schema(about: &'static str, contexts: &[&'static str]) -> Schema {
    AVATAR_WIDTHS.into_iter().fold(
        Schema::object().about(about).shown_in(contexts).readonly(),
        |schema, width| {
            schema.with(
                width.to_string(),
                Schema::string()
                    .about(format!("URL of the avatar, {width} pixels wide."))
                    .format(Format::Uri)
                    .shown_in(contexts),
            )
        },
    )
}
