//! IndexNow, for sites of this deployment: they serve the file of the key that is derived for their host name.

use domain::platform::search_task::SearchPart;
use items::ItemsError;
use search_access::{AccessError, described};
use search_console::{IndexNowKey, IndexNowSubmission};
use url::Url;

use crate::attempt::Attempt;
use crate::outcome::{PartOutcome, Report, failure};

const SENT: &str = "Página anunciada aos buscadores pelo IndexNow.";

/// Announces the page, unless search engines cannot reach the site or the site does not serve the key's file.
pub(crate) async fn announce(attempt: &mut Attempt<'_>) -> Result<PartOutcome, ItemsError> {
    let part = SearchPart::IndexNow;
    let Some((home, key, submission)) = submission(attempt) else {
        return Ok(PartOutcome::Silent);
    };
    let console = attempt.ports.access.console.clone();
    match console.serves_index_now_key(&home, &key).await {
        Ok(true) => {}
        Ok(false) => return Ok(PartOutcome::Silent),
        // Whether the site is one of this deployment is not known, so there is nothing to report in the last attempt.
        Err(error) if error.is_transient() && !attempt.task.is_last_attempt() => {
            return Ok(PartOutcome::Again(Report::failed(described(&error))));
        }
        Err(_) => return Ok(PartOutcome::Silent),
    }
    match attempt.note_call(part, Vec::new()).await {
        Ok(()) => {}
        Err(ItemsError::Conflict { .. }) => return Ok(PartOutcome::Lost),
        Err(error) => return Err(error),
    }
    Ok(match console.submit_index_now(&submission).await {
        Ok(_) => PartOutcome::Reported(Report::sent(SENT)),
        Err(error) => failure(part, &AccessError::Provider(error)),
    })
}

/// The site's home page, its key, and the submission of the post's address; none for a site on loopback.
fn submission(attempt: &Attempt<'_>) -> Option<(Url, IndexNowKey, IndexNowSubmission)> {
    let home = Url::parse(&attempt.site.url).ok()?;
    let page = Url::parse(&attempt.task.url).ok()?;
    let keyring = &attempt.ports.access.keyring;
    let key = IndexNowKey::parse(&keyring.index_now_key(home.host_str()?))?;
    let submission = IndexNowSubmission::new(key.clone(), &home, vec![page]).ok()?;
    Some((home, key, submission))
}
