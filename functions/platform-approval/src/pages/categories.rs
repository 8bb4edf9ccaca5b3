//! The names of the categories in which a post is published.

use domain::platform::post::Post;
use domain::platform::site_record::Site;
use items::ItemsError;
use platform_store::{HostAnswer, PlatformStore};
use serde::Deserialize;

/// What is read of the cached list of categories (`platform-sites`, `list_site_categories`).
#[derive(Deserialize)]
struct Categories {
    items: Vec<Category>,
}

#[derive(Deserialize)]
struct Category {
    id: u64,
    name: String,
}

/// Names of the categories of `post`, in its order. They come from the list that was last read from the host of `site`: a
/// page never waits for the host. What that list lacks is left out.
pub(super) async fn names(
    store: &PlatformStore,
    site: &Site,
    post: &Post,
) -> Result<Vec<String>, ItemsError> {
    let chosen = &post.fields.host_category_ids;
    let origin = post.choice_origins.categories.as_ref();
    if chosen.is_empty() || !site.is_present_host(origin) {
        return Ok(Vec::new());
    }
    let latest = store
        .latest_host_answer(site, HostAnswer::Categories)
        .await?;
    let Some(Categories { items }) = latest else {
        return Ok(Vec::new());
    };
    let named = chosen.iter().filter_map(|id| {
        let category = items.iter().find(|category| category.id == *id)?;
        Some(category.name.clone())
    });
    Ok(named.collect())
}
