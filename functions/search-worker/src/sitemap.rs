//! The submission of the sitemap, which may be repeated: it has no further effect.

use domain::platform::search_task::SearchPart;
use items::ItemsError;
use search_access::AccessError;
use url::Url;

use crate::attempt::Attempt;
use crate::outcome::{PartOutcome, Report, failure};

const SENT: &str = "Sitemap reenviado ao buscador.";
const NO_SITEMAP: &str =
    "O site não tem um endereço de sitemap. Detecte-o ou informe-o em Sites → Buscador.";

/// Submits the site's sitemap to the property that covers the site, unless the site is not connected.
pub(crate) async fn submit(attempt: &Attempt<'_>) -> Result<PartOutcome, ItemsError> {
    let (ports, site) = (attempt.ports, &attempt.site);
    if ports.store.search_connection(site.id).await?.is_none() {
        return Ok(PartOutcome::Silent);
    }
    let sitemap = site.sitemap_url.as_deref().map(Url::parse);
    let Some(Ok(sitemap)) = sitemap else {
        return Ok(PartOutcome::Reported(Report::skipped(NO_SITEMAP)));
    };
    Ok(match submitted(attempt, &sitemap).await {
        Ok(()) => PartOutcome::Reported(Report::sent(SENT)),
        Err(AccessError::Items(error)) => return Err(error),
        Err(error) => failure(SearchPart::Sitemap, &error),
    })
}

async fn submitted(attempt: &Attempt<'_>, sitemap: &Url) -> Result<(), AccessError> {
    let access = &attempt.ports.access;
    let property = access.property(&attempt.site).await?;
    let (console, property) = (&access.console, property.as_str());
    access
        .with_token(attempt.site.id, |token| async move {
            console.submit_sitemap(&token, property, sitemap).await
        })
        .await
}
