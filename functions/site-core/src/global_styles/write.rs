//! Changing the global styles.

use std::sync::Arc;

use domain::site::{Capability, Status};
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::core::global_styles::codes;
use site_rest::{Params, Reply, RestError};
use site_store::{Content, ContentChange, Refusal, StoreError};
use site_theme::theme_json;

use crate::content::change::text;
use crate::global_styles::view::{part, title, view};
use crate::nesting::is_too_deep;

/// Longest stored styles in bytes.
const LONGEST: usize = 200_000;

/// Changes settings, styles or the title. Members that a request does not have stay as they are.
///
/// # Errors
/// `rest_custom_css_illegal_markup`, `rest_cannot_edit`, `rest_invalid_param`; the store fails.
pub async fn update(call: ApiCall, _: Option<Arc<Content>>) -> HandlerResult {
    let caller = call.caller();
    if let Some(styles) = call.params().get("styles") {
        check_css(&call, styles)?;
    }
    let guard = |item: &Content| caller.access.may_edit(item.subject());
    let derive = |stored: Option<&Content>| change(&call, stored);
    let changed = caller.store.change_global_styles(&guard, derive).await;
    if let Err(StoreError::Refused(Refusal::TooLarge)) = changed {
        return Err(RestError::new(&codes::STYLES_TOO_LONG));
    }
    let item = changed.or_forbid(&codes::CANNOT_EDIT)?;
    let cx = ViewContext::in_context(&call, "edit");
    Ok(Reply::json(view(Some(&item), &cx)))
}

fn change(call: &ApiCall, stored: Option<&Content>) -> Result<ContentChange, Refusal> {
    let (params, caller) = (call.params(), call.caller());
    Ok(ContentChange {
        title: text(params, "title", false).or_else(|| {
            let is_new = stored.is_none();
            is_new.then(|| title(None, call.site().locale))
        }),
        content: content(params, stored)?,
        slug: Some("global-styles".to_owned()),
        status: Some(Status::Publish),
        editor: caller.id(),
        may_publish: true,
        ..ContentChange::default()
    })
}

/// The text to store; none when the request changes neither settings nor styles.
fn content(params: &Params, stored: Option<&Content>) -> Result<Option<String>, Refusal> {
    let (styles, settings) = (params.get("styles"), params.get("settings"));
    if styles.is_none() && settings.is_none() {
        return Ok(None);
    }
    let stored = stored.map_or("", |item| item.content.as_str());
    let styles = styles.map_or_else(|| part(stored, "styles"), theme_json::known_styles);
    let settings = settings.map_or_else(|| part(stored, "settings"), theme_json::known_settings);
    let content = json!({
        "version": theme_json::VERSION,
        "settings": settings,
        "styles": styles,
    });
    let text = content.to_string();
    if text.len() > LONGEST || is_too_deep(&content) {
        return Err(Refusal::TooLarge);
    }
    Ok(Some(text))
}

/// Checks the style sheets in styles.
fn check_css(call: &ApiCall, styles: &Value) -> Result<(), RestError> {
    let sheets = theme_json::style_sheets(styles);
    if sheets.iter().any(|css| theme_json::has_markup(css)) {
        return Err(RestError::new(&codes::CSS_ILLEGAL_MARKUP));
    }
    let has_css = sheets.iter().any(|css| !css.is_empty());
    if has_css && !call.caller().can(Capability::EditCss) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    Ok(())
}
