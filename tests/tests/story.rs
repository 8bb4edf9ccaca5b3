//! The main story over HTTP on the whole system with its workers and ticks: an article goes from draft through the
//! client's approval to publication on the site, and is read back.

use std::net::SocketAddr;
use std::time::Duration;

use domain::platform::id::PostId;
use domain::platform::post::PostStatus;
use local::demo::Demonstration;

#[path = "story/dead_letter.rs"]
mod dead_letter;
#[path = "story/large_upload.rs"]
mod large_upload;

#[tokio::test(flavor = "multi_thread")]
async fn an_article_is_published_and_client_and_author_are_notified() {
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let demonstration = Demonstration::start(anywhere, anywhere, Vec::new())
        .await
        .unwrap();
    let mut steps = Vec::new();
    demonstration
        .tell(|step| steps.push(step.to_owned()))
        .await
        .unwrap();
    let system = demonstration.system();
    for number in 1..=10 {
        let begins = format!("{number}. ");
        assert!(
            steps.iter().any(|step| step.starts_with(&begins)),
            "{steps:?}"
        );
    }

    // The generated questions, and who answered.
    let told = steps.join("\n");
    for words in ["by openai", "a stand-in on this machine", "o inverno?"] {
        assert!(told.contains(words), "{words}: {told}");
    }

    // Mail is sent after the responses that caused it.
    let outbox = &system.parts().outbox;
    let mut look = tokio::time::interval(Duration::from_millis(10));
    let all_sent = async {
        while outbox.newest_first().len() < 4 {
            look.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all_sent)
        .await
        .unwrap();
    let mails: Vec<_> = outbox.newest_first().into_iter().rev().collect();
    let (agency, client) = (system.administrator_email().unwrap(), system.client_email());
    // The sign-in code, and the client's decision.
    assert_eq!(mails.iter().filter(|mail| mail.to == agency).count(), 2);
    let to_client: Vec<_> = mails.iter().filter(|mail| mail.to == client).collect();
    let [request, online] = to_client[..] else {
        panic!("{} mails to the client", to_client.len());
    };
    assert!(request.links.iter().any(|link| link.ends_with("/aprovar")));
    assert!(online.text.contains(system.site_url()), "{}", online.text);
    demonstration.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn samples_are_left_in_the_states_that_people_meet() {
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let demonstration = Demonstration::start(anywhere, anywhere, Vec::new())
        .await
        .unwrap();
    demonstration.tell_and_leave_samples(|_| {}).await.unwrap();
    let store = &demonstration.system().parts().store;
    let ids = [1, 2, 3, 4].map(PostId);
    let posts = store.posts_by_id(&ids).await.unwrap();
    let [published, adjustments, scheduled, draft] = posts.as_slice() else {
        panic!("{} posts", posts.len());
    };
    let [published, adjustments, scheduled, draft] =
        [published, adjustments, scheduled, draft].map(|post| post.as_ref().unwrap());
    assert_eq!(published.status, PostStatus::Published);
    assert!(adjustments.ajustes_solicitados);
    assert!(scheduled.scheduled_at.is_some());
    assert_eq!(draft.status, PostStatus::Draft);
    assert!(draft.scheduled_at.is_none() && !draft.pending_approval);
    demonstration.stop().await;
}
