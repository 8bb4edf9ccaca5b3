//! Long texts, which are rendered a few at a time (docs/architecture.md#heavy-work).

use std::pin::pin;
use std::sync::mpsc;

use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::support::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_long_text_waits_for_its_turn_and_a_short_one_does_not() {
    let site = Site::new().await;
    site.post("Longo", &"<p>Pão.</p>\n".repeat(10_000)).await;
    site.post("Curto", "<p>Pão.</p>").await;
    let commented = site.post("Comentado", "<p>Pão.</p>").await;
    site.comment(&commented, 0, "Bia", &"Pão. ".repeat(10_000))
        .await;
    let mut others = JoinSet::new();
    let mut ends = Vec::new();
    for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
        let (end, ended) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        others.spawn(heavy_work::run(1, move |_| {
            let _ = begin.send(());
            let _ = ended.recv();
        }));
        begun.await.unwrap();
        ends.push(end);
    }
    for path in ["/longo/", "/feed/", "/comentado/", "/comments/feed/"] {
        let mut long = pin!(site.get(path));
        let short = tokio::select! {
            biased;
            _ = &mut long => panic!("{path} did not wait"),
            short = site.get("/curto/") => short,
        };
        assert_eq!(short.status, 200);
    }
    drop(ends);
    others.join_all().await;
    assert_eq!(site.get("/longo/").await.status, 200);
}

#[tokio::test]
async fn a_page_of_many_blocks_leaves_the_thread_to_others() {
    let site = Site::new().await;
    site.post("Blocos", &"<!-- wp:latest-posts /-->\n".repeat(400))
        .await;
    site.post("Curto", "<p>Pão.</p>").await;
    site.get("/curto/").await;
    let mut long = pin!(site.get("/blocos/"));
    let short = tokio::select! {
        biased;
        _ = &mut long => panic!("the other page waited"),
        short = site.get("/curto/") => short,
    };
    assert_eq!((short.status, long.await.status), (200, 200));
}

#[tokio::test]
async fn a_page_shows_comments_up_to_a_length() {
    let site = Site::new().await;
    let post = site.post("Comentado", "<p>Pão.</p>").await;
    for number in 0..10 {
        let text = format!("n{number}fim {}", "a ".repeat(32_000));
        site.comment(&post, 0, "Bia", &text).await;
    }
    let page = site.get("/comentado/").await;
    let shown: Vec<usize> = (0..10)
        .filter(|number| page.has(&format!("n{number}fim")))
        .collect();
    assert_eq!(shown, [2, 3, 4, 5, 6, 7, 8, 9]);

    site.post(
        "Blocos",
        &"<!-- wp:latest-comments {\"commentsToShow\":100,\"displayContent\":\"full\"} /-->\n"
            .repeat(3),
    )
    .await;
    let page = site.get("/blocos/").await;
    let shown = page
        .text
        .matches("wp-block-latest-comments__comment\"")
        .count();
    assert_eq!(shown, 7, "two megabytes at four times their length");
}
