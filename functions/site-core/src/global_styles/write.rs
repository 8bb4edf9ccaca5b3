//! Changing the global styles.

use std::sync::Arc;

use domain::site::{Capability, Status};
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::core::global_styles::codes;
use site_rest::{Reply, RestError};
use site_store::{Content, ContentChange, StoreError};
use site_theme::theme_json;

use crate::content::basis::{ATTEMPTS, Basis};
use crate::content::change::text;
use crate::global_styles::view::{part, title, view};
use crate::nesting::is_too_deep;

/// Longest stored styles in bytes.
const LONGEST: usize = 200_000;

/// Changes settings, styles or the title. Members that a request does not have stay as they are.
///
/// # Errors
/// `rest_custom_css_illegal_markup`, `rest_cannot_edit`, `rest_invalid_param`; the store fails.
pub async fn update(call: ApiCall, found: Option<Arc<Content>>) -> HandlerResult {
    let caller = call.caller();
    let mut found = found;
    for _ in 0..ATTEMPTS {
        let basis = Basis::of(found.as_deref());
        let change = change(&call, found.as_deref())?;
        let guard = |item: &Content| caller.access.may_edit(item.subject()) && basis.holds(item);
        let changed = caller.store.change_global_styles(&change, &guard).await;
        if changed.is_err() && basis.is_outdated() {
            found = caller.store.global_styles().await.or_refuse()?;
            continue;
        }
        let item = changed.or_forbid(&codes::CANNOT_EDIT)?;
        let cx = ViewContext::in_context(&call, "edit");
        return Ok(Reply::json(view(Some(&item), &cx)));
    }
    Err(StoreError::Contended).or_refuse()
}

fn change(call: &ApiCall, found: Option<&Content>) -> Result<ContentChange, RestError> {
    let (params, caller) = (call.params(), call.caller());
    Ok(ContentChange {
        title: text(params, "title", false).or_else(|| {
            let is_new = found.is_none();
            is_new.then(|| title(None, call.site().locale))
        }),
        content: content(call, found)?,
        slug: Some("global-styles".to_owned()),
        status: Some(Status::Publish),
        editor: caller.id(),
        may_publish: true,
        ..ContentChange::default()
    })
}

/// The text to store; none when the request changes neither settings nor styles.
fn content(call: &ApiCall, found: Option<&Content>) -> Result<Option<String>, RestError> {
    let params = call.params();
    let (styles, settings) = (params.get("styles"), params.get("settings"));
    if styles.is_none() && settings.is_none() {
        return Ok(None);
    }
    if let Some(styles) = styles {
        check_css(call, styles)?;
    }
    let stored = found.map_or("", |item| item.content.as_str());
    let styles = styles.map_or_else(|| part(stored, "styles"), theme_json::known_styles);
    let settings = settings.map_or_else(|| part(stored, "settings"), theme_json::known_settings);
    let content = json!({
        "version": theme_json::VERSION,
        "settings": settings,
        "styles": styles,
    });
    let text = content.to_string();
    if text.len() > LONGEST || is_too_deep(&content) {
        return Err(RestError::new(&codes::STYLES_TOO_LONG));
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
