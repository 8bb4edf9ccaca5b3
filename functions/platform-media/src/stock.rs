//! Search for photos at the providers.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::limits::STOCK_SEARCH_CHARS;
use domain::platform::stock::StockProvider;
use items::ItemsError;
use platform_http::{ApiError, Code, Json, Listing, Paging, Query, SEARCH_WORDS};
use platform_session::Caller;
use platform_store::StockSearch;
use serde::{Deserialize, Serialize};
use settings::ApiProvider;
use stock_client::{Account, MOST_PER_PAGE, Search, api};
use utoipa::IntoParams;

use crate::stock_failure::{not_configured, search_failure};
use crate::stock_wire::{ProviderName, StockPhotoBody};
use crate::{Ports, errors};

/// What to search for, and where.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StockQuery {
    /// Provider; without it, the first one with a key: Pexels, then Unsplash.
    #[param(inline)]
    provider: Option<ProviderName>,
    /// What the photos show, 1 to 100 characters.
    #[param(min_length = 1, max_length = 100)]
    query: String,
    /// Number of the page, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// Photos of a page, 1 to 30.
    #[param(minimum = 1, maximum = 30, default = 20)]
    per_page: Option<u32>,
}

impl StockQuery {
    /// The words and the page.
    ///
    /// # Errors
    /// 422 with every invalid parameter.
    fn checked(&self) -> Result<Search, ApiError> {
        let usual = Paging::default();
        let words: Vec<_> = self.query.split_whitespace().collect();
        let search = Search {
            query: words.join(" "),
            page: self.page.unwrap_or(usual.page),
            per_page: self.per_page.unwrap_or(usual.per_page),
        };
        let is_long = search.query.chars().count() > STOCK_SEARCH_CHARS;
        let mut issues = Vec::new();
        if search.query.is_empty() || is_long || search.query.contains(char::is_control) {
            issues.push(("query", "Busque por um texto de 1 a 100 caracteres."));
        }
        if words.len() > SEARCH_WORDS {
            issues.push(("query", "Busque por no máximo 32 palavras."));
        }
        if search.page == 0 {
            issues.push(("page", "O número da página deve ser 1 ou maior."));
        }
        if !(1..=MOST_PER_PAGE).contains(&search.per_page) {
            issues.push(("per_page", "Peça de 1 a 30 fotos por página."));
        }
        if issues.is_empty() {
            return Ok(search);
        }
        let refused = ApiError::new(Code::InvalidParameter);
        Err(issues.into_iter().fold(refused, |error, (field, message)| {
            error.issue("out_of_range", field, message)
        }))
    }
}

/// The account at `provider`, or at the first provider that has a key.
///
/// # Errors
/// 409 `not_configured` without a key.
pub(crate) async fn account(
    ports: &Ports,
    provider: Option<StockProvider>,
) -> Result<Account, ApiError> {
    let settings = ports.settings.read().await.map_err(ItemsError::from)?;
    let found = StockProvider::ALL
        .into_iter()
        .filter(|one| provider.is_none_or(|provider| provider == *one))
        .find_map(|provider| {
            let key = settings.secret(ApiProvider::key(api(provider)))?.clone();
            Some(Account { provider, key })
        });
    found.ok_or_else(|| not_configured(provider))
}

/// What is cached of a search.
#[derive(Serialize, Deserialize)]
struct Found {
    items: Vec<StockPhotoBody>,
    total: u64,
}

/// Search for stock photos.
///
/// Photos in landscape format. The pictures are shown from the provider's addresses. A result is kept for 24 hours,
/// since the providers permit few calls in an hour.
#[utoipa::path(
    get,
    path = "/api/v1/media/stock",
    operation_id = "search_stock_photos",
    tag = "media",
    params(StockQuery),
    responses(
        (status = 200, description = "Photos", body = Listing<StockPhotoBody>),
        errors::SearchStockPhotos,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("none"))),
)]
pub(crate) async fn search_stock_photos(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<Query<StockQuery>, ApiError>,
) -> Result<Json<Listing<StockPhotoBody>>, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    let Query(query) = query?;
    let search = query.checked()?;
    let account = account(&ports, query.provider.map(Into::into)).await?;
    let (page, per_page) = (search.page, search.per_page);
    let Found { items, total } = found(&ports, &account, search).await?;
    Ok(Json(Listing {
        items,
        page,
        per_page,
        total,
    }))
}

/// The cached result of a search, otherwise the provider's.
async fn found(ports: &Ports, account: &Account, search: Search) -> Result<Found, ApiError> {
    let now = ports.clock.now();
    let cached = StockSearch {
        provider: account.provider,
        query: search.query.clone(),
        page: search.page,
        per_page: search.per_page,
    };
    if let Some(found) = ports.store.stock_search(&cached, now).await? {
        return Ok(found);
    }
    let answer = ports.stock().search(account, &search).await;
    let page = answer.map_err(search_failure)?;
    let found = Found {
        items: page.items.into_iter().map(Into::into).collect(),
        total: page.total,
    };
    // A result that is not kept is only asked for again.
    if let Err(error) = ports.store.cache_stock_search(&cached, &found, now).await {
        tracing::warn!(target: "media", %error, "a search for stock photos was not cached");
    }
    Ok(found)
}
