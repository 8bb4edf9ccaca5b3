//! Comments and the spam filter: new ones are judged, and it learns from moderators.

use domain::site::Capability;
use http::header::REFERER;
use site_api::{ApiCall, OrRefuse, links};
use site_rest::RestError;
use site_spam::{Circumstances, Judged};
use site_store::{Comment, CommentStatus, Content, NewComment, User};

/// Judges a new comment and sets the state that the filter gives it. Notes of editors do not pass the filter.
///
/// # Errors
/// The store fails.
pub async fn judge(
    call: &ApiCall,
    new: &mut NewComment,
    post: &Content,
    writer: Option<&User>,
) -> Result<Option<Judged>, RestError> {
    if new.is_note {
        return Ok(None);
    }
    let store = &call.caller().store;
    let referrer = call.request().headers.get(REFERER);
    let roles = writer.map(|user| {
        user.roles
            .iter()
            .map(|role| role.name())
            .collect::<Vec<_>>()
    });
    let circumstances = Circumstances {
        permalink: links::item(post, store, call.site()),
        referrer: referrer
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned(),
        user_role: roles.unwrap_or_default().join(","),
        is_moderator: writer.is_some_and(|user| user.can(Capability::ModerateComments)),
    };
    let filter = call.app().spam_filter(store, call.site());
    let judged = filter
        .judge_comment(new, &circumstances)
        .await
        .or_refuse()?;
    new.filtered = judged.status();
    Ok(Some(judged))
}

/// Stores the judgement of a comment that was created. The comment stands whether or not this succeeds.
pub async fn keep(call: &ApiCall, comment: &Comment, judged: Judged, by_person: bool) {
    let filter = call.app().spam_filter(&call.caller().store, call.site());
    if let Err(error) = filter.keep(comment.id, judged, by_person).await {
        tracing::error!(target: "spam_filter", %error, comment = comment.id, "the judgement of a comment was not stored");
    }
}

/// Lets the filter learn from a changed state. The change stands whether or not this succeeds.
pub async fn learn(call: &ApiCall, before: CommentStatus, comment: &Comment) {
    let caller = call.caller();
    let filter = call.app().spam_filter(&caller.store, call.site());
    let may_teach = caller.can(Capability::ModerateComments);
    if let Err(error) = filter.moderated(before, comment, may_teach).await {
        tracing::error!(target: "spam_filter", %error, comment = comment.id, "the spam filter did not learn from a moderator");
    }
}
