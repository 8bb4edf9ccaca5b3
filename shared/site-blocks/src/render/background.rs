//! Blocks with stored HTML that show the featured picture of their item in it.

use markup::render::BlockPart;
use markup::tags::{self, Run};
use serde_json::{Map, Value};
use site_store::{Content, StoreError};

use super::attributes::Attributes;
use super::context::{Context, Scope};
use super::picture::{self, Look};
use super::text::{delimited, delimiter_json};

/// The blocks that can show the featured picture.
pub const BLOCKS: [&str; 2] = ["cover", "media-text"];

/// The attribute that asks for the featured picture.
const FEATURED: &str = "useFeaturedImage";

/// Whether a block shows the featured picture of its item.
pub fn is_asked(name: &str, attributes: &str) -> bool {
    BLOCKS.contains(&name)
        && attributes.contains(FEATURED)
        && serde_json::from_str::<Map<String, Value>>(attributes)
            .is_ok_and(|values| values.get(FEATURED) == Some(&Value::Bool(true)))
}

/// Whether a text may have such a block.
pub fn may_be_asked(raw: &str) -> bool {
    raw.contains(FEATURED)
}

/// The stored HTML of the block with the picture; without one as it is stored.
///
/// # Errors
/// The store fails.
pub async fn shown(
    cx: &Context<'_>,
    block: BlockPart<'_>,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let BlockPart {
        name,
        attributes,
        inside,
    } = block;
    let mut values: Map<String, Value> = serde_json::from_str(attributes).unwrap_or_default();
    values.remove(FEATURED);
    let picture = match scope.item {
        Some(item) => element(cx, name, &values, item).await?,
        None => None,
    };
    let inside = match &picture {
        Some(picture) => with_picture(name, inside, picture),
        None => inside.to_owned(),
    };
    // Without the attribute it is a block whose HTML is stored, and gets the classes of its layout.
    let raw = delimited(name, &delimiter_json(values), &inside);
    (cx.inside)(cx, &raw, scope).await
}

/// The featured picture of an item as the block shows it.
async fn element(
    cx: &Context<'_>,
    name: &str,
    values: &Map<String, Value>,
    item: &Content,
) -> Result<Option<String>, StoreError> {
    let Some(found) = picture::of(cx, item).await? else {
        return Ok(None);
    };
    let Some(file) = picture::file(&found) else {
        return Ok(None);
    };
    let attributes = Attributes::given(values.clone());
    let (class, of_size) = match name {
        "cover" => (
            "wp-block-cover__image-background wp-post-image".to_owned(),
            "sizeSlug",
        ),
        _ => (format!("wp-image-{} size-full", found.id), "mediaSizeSlug"),
    };
    let look = Look {
        size: attributes.text(of_size).filter(|size| *size != "full"),
        class: &class,
        style: position(&attributes.members("focalPoint")).unwrap_or_default(),
        ..Look::default()
    };
    Ok(Some(picture::element(cx, file, &look)))
}

/// The declaration for the point of a picture that stays in sight.
fn position(point: &Attributes) -> Option<String> {
    let share = |name: &str| {
        let share = point.fraction(name)?;
        Some(format!("{:.0}%", share * 100.0))
    };
    Some(format!("object-position:{} {}", share("x")?, share("y")?))
}

/// The HTML with the picture where editors store it: before the texts of a cover, in the figure of a text beside media.
fn with_picture(name: &str, inside: &str, picture: &str) -> String {
    let mut out = String::with_capacity(inside.len() + picture.len());
    let mut picture = Some(picture);
    for run in tags::runs(inside) {
        let is_place = |class: &str| matches!(run, Run::Markup(markup) if markup.contains(class));
        if name == "cover" && is_place("wp-block-cover__inner-container") {
            out.push_str(picture.take().unwrap_or_default());
        }
        out.push_str(run.written());
        if name == "media-text" && is_place("wp-block-media-text__media") {
            out.push_str(picture.take().unwrap_or_default());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_stands_where_editors_store_it() {
        assert_eq!(
            with_picture(
                "cover",
                "<div class=\"wp-block-cover\"><div class=\"wp-block-cover__inner-container\"><!-- wp:cover --><div class=\"wp-block-cover__inner-container\"></div><!-- /wp:cover --></div></div>",
                "<img>",
            ),
            "<div class=\"wp-block-cover\"><img><div class=\"wp-block-cover__inner-container\"><!-- wp:cover --><div class=\"wp-block-cover__inner-container\"></div><!-- /wp:cover --></div></div>"
        );
        assert_eq!(
            with_picture(
                "media-text",
                "<div><figure class=\"wp-block-media-text__media\"></figure></div>",
                "<img>",
            ),
            "<div><figure class=\"wp-block-media-text__media\"><img></figure></div>"
        );
    }

    #[test]
    fn only_a_true_value_asks_for_the_picture() {
        for (name, attributes, expected) in [
            ("cover", "{\"useFeaturedImage\":true}", true),
            ("media-text", "{\"a\":1,\"useFeaturedImage\":true}", true),
            ("cover", "{\"useFeaturedImage\":false}", false),
            ("cover", "{\"alt\":\"useFeaturedImage\"}", false),
            ("cover", "{\"useFeaturedImage\":\"true\"}", false),
            ("group", "{\"useFeaturedImage\":true}", false),
            ("cover", "", false),
        ] {
            assert_eq!(is_asked(name, attributes), expected, "{attributes}");
        }
    }
}
