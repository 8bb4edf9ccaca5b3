//! Parts of replies that several resources share.

use serde_json::Value;
use site_rest::Fields;

/// Whether the response contains links; embedding needs them too.
pub fn shows_links(fields: &Fields) -> bool {
    fields.include("_links") || fields.include("_embedded")
}

/// The representation of a deleted resource without links, which would lead nowhere.
pub fn without_links(mut value: Value) -> Value {
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("_links");
    }
    value
}
