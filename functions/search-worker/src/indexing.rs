//! The indexing request.

use domain::platform::search_task::SearchPart;
use items::ItemsError;
use search_access::AccessError;
use url::Url;

use crate::attempt::Attempt;
use crate::outcome::{PartOutcome, Report, failure};

const SENT: &str = "Pedido de indexação enviado. O buscador decide se e quando inclui a página.";
const QUOTA_REACHED: &str = "Os pedidos de indexação de hoje já foram usados. A página entra pelo sitemap, ou peça a indexação amanhã.";

/// Sends the request, unless requests are switched off or the site is not connected. The request is counted and noted
/// before it is sent.
pub(crate) async fn send(attempt: &mut Attempt<'_>) -> Result<PartOutcome, ItemsError> {
    let ports = attempt.ports;
    let part = SearchPart::Indexing;
    let Ok(page) = Url::parse(&attempt.task.url) else {
        return Ok(PartOutcome::Silent);
    };
    if !ports.indexing.enabled {
        return Ok(PartOutcome::Silent);
    }
    // A failing renewal must not count as a request.
    match ports.access.renew_if_due(attempt.site.id).await {
        Ok(()) => {}
        Err(AccessError::Items(error)) => return Err(error),
        Err(error) => return Ok(failure(part, &error)),
    }
    let counted = ports.indexing.count(ports.clock.now());
    match attempt.note_call(part, vec![counted]).await {
        Ok(()) => {}
        Err(error) if error.failed_at(0) => return Ok(PartOutcome::Lost),
        Err(error) if error.failed_at(1) => {
            return Ok(PartOutcome::Reported(Report::quota_reached(QUOTA_REACHED)));
        }
        Err(error) => return Err(error),
    }
    let (console, page) = (&ports.access.console, &page);
    let sent = ports
        .access
        .with_token(attempt.site.id, |token| async move {
            console.request_indexing(&token, page).await
        })
        .await;
    Ok(match sent {
        Ok(_) => PartOutcome::Reported(Report::sent(SENT)),
        Err(AccessError::Items(error)) => return Err(error),
        Err(error) => failure(part, &error),
    })
}
