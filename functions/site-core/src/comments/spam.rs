//! Comments and the spam filter: what it is told about new ones, and how it learns from moderators.

use domain::site::Capability;
use http::header::REFERER;
use site_api::{ApiCall, links};
use site_spam::Circumstances;
use site_store::{Comment, CommentStatus, Content, User};

/// What the filter is told about a new comment besides its members.
pub fn circumstances(call: &ApiCall, post: &Content, writer: Option<&User>) -> Circumstances {
    let referrer = call.request().headers.get(REFERER);
    let roles = writer.map(|user| {
        let names = user.roles.iter().map(|role| role.name());
        names.collect::<Vec<_>>()
    });
    Circumstances {
        permalink: links::item(post, &call.caller().store, call.site()),
        referrer: referrer
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned(),
        user_role: roles.unwrap_or_default().join(","),
        is_moderator: writer.is_some_and(|user| user.can(Capability::ModerateComments)),
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
