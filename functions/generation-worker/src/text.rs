//! Articles and improved texts.

use ai_client::{ModelSize, TextRequest, configured_candidates};
use domain::platform::generation::{
    Article, ContentTask, Generation, GenerationResult, ImprovementTask,
};
use domain::platform::id::SiteId;
use items::ItemsError;
use prompts::{ContentBrief, ImprovementBrief, SiteProfile};
use settings::AiKind;

use crate::Ports;
use crate::end::{done, failed, unanswered};
use crate::follow::{Follower, Reading};

/// Characters of a word with its markup, about.
const WORD_CHARS: usize = 7;

/// The profile of a task's site; `None` if it was removed meanwhile.
async fn profile(ports: &Ports, id: SiteId) -> Result<Option<SiteProfile>, ItemsError> {
    let site = ports.store.site(id).await?;
    Ok(site.as_ref().map(SiteProfile::from))
}

/// Writes an article.
pub(crate) async fn article(
    ports: &Ports,
    generation: Generation,
    task: ContentTask,
) -> Result<Generation, ItemsError> {
    let Some(site) = profile(ports, task.site_id).await? else {
        return without_site(ports, &generation).await;
    };
    let brief = ContentBrief {
        site,
        prompt: task.prompt,
        tone: task.wishes.tone,
        keyword: task.wishes.keyword,
        words: task.words,
    };
    let expected = usize::try_from(task.words).unwrap_or(usize::MAX) * WORD_CHARS;
    let request = brief.request();
    let reading = Reading::new(move || brief.reader(), expected);
    write(ports, generation, &request, reading, None).await
}

/// Improves a text.
pub(crate) async fn improvement(
    ports: &Ports,
    generation: Generation,
    task: ImprovementTask,
) -> Result<Generation, ItemsError> {
    let Some(site) = profile(ports, task.site_id).await? else {
        return without_site(ports, &generation).await;
    };
    let expected = task.text.chars().count();
    let brief = ImprovementBrief {
        site,
        title: task.title,
        body: task.text,
        instruction: task.prompt,
        tone: task.wishes.tone,
        keyword: task.wishes.keyword,
    };
    let request = brief.request();
    let read = brief.clone();
    let reading = Reading::new(move || read.reader(), expected);
    write(ports, generation, &request, reading, Some(&brief)).await
}

async fn without_site(ports: &Ports, generation: &Generation) -> Result<Generation, ItemsError> {
    let message = "O site deste texto foi excluído. Nada foi gerado.";
    failed(ports, generation, "site_gone", message, &[]).await
}

/// Lets the providers write, and stores the text; `improved` is the brief of an improvement.
async fn write(
    ports: &Ports,
    generation: Generation,
    request: &TextRequest,
    reading: Reading,
    improved: Option<&ImprovementBrief>,
) -> Result<Generation, ItemsError> {
    let settings = ports.settings.read().await.map_err(ItemsError::from)?;
    let candidates = configured_candidates(&settings, ModelSize::Large);
    let mut follower = Follower::new(ports, generation, Some(reading));
    let generated = ports
        .ai
        .text(&candidates, request, ports.times.text, &mut follower)
        .await;
    let (generation, stopped) = (follower.generation, follower.stopped);
    let (text, by) = match (generated.result, generated.answered_by) {
        (Ok(text), Some(by)) => (text, by),
        (Ok(_), None) => {
            let message = "O provedor não se identificou.";
            return failed(ports, &generation, "bad_payload", message, &generated.calls).await;
        }
        (Err(failure), _) => {
            let (kind, calls) = (AiKind::Text, &generated.calls);
            return unanswered(ports, &generation, failure, stopped, kind, calls).await;
        }
    };
    let read = follower
        .reading
        .map(|reading| reading.into_reader().finish())
        .unwrap_or_default();
    if markup::text::words(&read.body) == 0 {
        let message = "O provedor respondeu, mas sem um texto que possa ser usado. Tente de novo ou mude o pedido.";
        return failed(ports, &generation, "bad_payload", message, &generated.calls).await;
    }
    let dropped = improved.map(|brief| brief.missing_addresses(&read.body));
    let dropped = dropped.unwrap_or_default();
    let article = Article {
        title: Some(read.title).filter(|title| !title.is_empty()),
        body: read.body,
        truncated: text.truncated,
        dropped_links: dropped.links,
        dropped_pictures: dropped.pictures,
    };
    let result = GenerationResult::Article(article);
    done(ports, &generation, result, by, &generated.calls).await
}
