//! Content types with the heads of their lists.

use domain::site::Kind;
use seo::Head;
use serde_json::Value;
use site_api::{ApiCall, PageHeads};
use site_rest::RestError;

use crate::types::view::kind;

/// Makes the JSON representations of content types in the response to a call. The type of posts has the head of the list of
/// posts; the other types have no list of their own, so theirs is `null`.
pub struct TypeViews<'a> {
    call: &'a ApiCall,
    heads: PageHeads<'a>,
    of_posts: Option<Head>,
}

impl<'a> TypeViews<'a> {
    /// Makes the head of the list of posts, if the response has heads.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(call: &'a ApiCall) -> Result<Self, RestError> {
        let heads = PageHeads::of(call).await?;
        let of_posts = heads.list_of_posts().await?;
        Ok(Self {
            call,
            heads,
            of_posts,
        })
    }

    /// The JSON representation of a content type.
    pub fn view(&self, one: Kind) -> Value {
        let mut value = kind(one, self.call.site(), self.call.params().context());
        let map = value.as_object_mut();
        let links = map.and_then(|map| map.shift_remove("_links"));
        let head = self.of_posts.as_ref().filter(|_| one == Kind::Post);
        self.heads.add_made(head, &mut value);
        if let (Some(map), Some(links)) = (value.as_object_mut(), links) {
            map.insert("_links".to_owned(), links);
        }
        value
    }
}
