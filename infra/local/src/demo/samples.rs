//! Further posts of the demonstration, one for each state in which people meet a post at their desk: adjustments asked for
//! by the client, scheduled, and a draft with marks of language.

use jiff::ToSpan as _;
use jiff::civil::time;
use ports::Clock as _;
use serde_json::{Value, json};

use super::expected::{at, number, text};
use super::story::{Story, mail, photograph};
use super::{DemoError, article};
use crate::parts;

/// What the client asks for.
const COMMENT: &str =
    "Falem também da tampa, por favor: muita gente acha que é dela que vem o cheiro.";

const COMPOST: &str = "<p>Uma composteira de apartamento cabe embaixo da pia e transforma cascas e borra de café em adubo. Com três caixas empilhadas e um punhado de minhocas, uma família de quatro pessoas deixa de jogar fora cerca de um quilo de resíduo por dia.</p>\
    <h2>O que entra e o que fica fora</h2>\
    <ul><li>Entram cascas de frutas e legumes, borra de café, saquinhos de chá e folhas secas.</li>\
    <li>Ficam fora carnes, laticínios, óleo e papel com tinta.</li></ul>\
    <p>Cubra cada camada úmida com outra de folhas secas ou serragem. É essa cobertura que evita o cheiro e as mosquinhas.</p>";

const HERBS: &str = "<p>Nem toda varanda recebe sol o dia inteiro. Hortelã, salsinha, cebolinha, coentro e erva-cidreira vivem bem com duas horas de luz por dia, desde que a terra não seque por completo entre uma rega e outra.</p>\
    <h2>Regue pela terra, não pelo relógio</h2>\
    <p>Encoste o dedo na terra até a primeira falange. Se sair limpo, é hora de regar; se sair com terra grudada, espere mais um dia.</p>";

const WATER: &str = "<p>No verão, a água some dos vasos em poucas horas. Antes de comprar um nescessário sistema de irrigação, observe quanto tempo a terra leva para secar.</p>\
    <h2>Manhã ou fim de tarde</h2>\
    <p>Fazem anos que os jardineiros repetem o mesmo conselho: regue cedo. A planta bebe antes do calor, e as folhas secam antes da noite.</p>";

/// Leaves the posts on the site `site`.
pub(super) async fn leave(
    story: &Story<'_>,
    site: u64,
    say: &mut impl FnMut(&str),
) -> Result<(), DemoError> {
    let compost = json!({
        "site_id": site,
        "title": "Composteira de apartamento: como começar sem cheiro",
        "body": COMPOST,
        "excerpt": "Três caixas, minhocas e uma camada de folhas secas por dia.",
        "focus_keyword": "composteira de apartamento",
        "host_tag_names": ["compostagem"],
    });
    let compost = create(story, compost).await?;
    let picture = photograph(11).await?;
    story
        .add_picture(compost, "Caixas de uma composteira sob a pia", picture)
        .await?;
    ask_for_adjustments(story, compost).await?;

    let herbs = json!({
        "site_id": site,
        "title": "Cinco temperos que vivem bem na sombra",
        "body": HERBS,
        "excerpt": "Para varandas com pouca luz.",
        "focus_keyword": "temperos na sombra",
        "seo_title": "Temperos na sombra: cinco que vivem bem",
        "meta_description": "Hortelã, salsinha, cebolinha, coentro e erva-cidreira: cinco temperos na sombra, com rega e luz na medida.",
        "host_tag_names": ["temperos", "varanda"],
        "approval_required": false,
    });
    let herbs = create(story, herbs).await?;
    let picture = photograph(23).await?;
    story
        .add_picture(herbs, "Vasos de hortelã e salsinha à sombra", picture)
        .await?;
    let when = json!({ "scheduled_at": in_three_days()? });
    let schedule = format!("{}/schedule", story.post_url(herbs));
    story.desk.post(&schedule, when).await?;

    let water = json!({
        "site_id": site,
        "title": "Rega no verão: quanto e quando",
        "body": WATER,
        "host_category_ids": [],
    });
    create(story, water).await?;
    say(&format!(
        "11. Besides “{}”, three posts are left to look at: one with the client's adjustments, one scheduled, one draft.",
        article::TITLE
    ));
    Ok(())
}

async fn create(story: &Story<'_>, fields: Value) -> Result<u64, DemoError> {
    let posts = format!("{}/posts", story.v1);
    number(&story.desk.post(&posts, fields).await?, "/id")
}

/// Requests the client's approval, and answers with a comment through the link in the mail.
async fn ask_for_adjustments(story: &Story<'_>, post: u64) -> Result<(), DemoError> {
    let here = story.post_url(post);
    let request = format!("{here}/request-approval");
    story.desk.post(&request, json!({})).await?;
    let system = story.system;
    let title = "Composteira";
    let request = mail(system, |mail| {
        at(mail, "/to") == system.client_email()
            && text(mail, "/subject").is_ok_and(|subject| subject.contains(title))
    })
    .await?;
    let links = at(&request, "/links").as_array().into_iter().flatten();
    let link = links
        .filter_map(Value::as_str)
        .find(|link| link.ends_with("/ajustes"))
        .ok_or_else(|| DemoError::Unexpected {
            expected: "a link to ask for adjustments".into(),
            found: at(&request, "/links").to_string(),
        })?;
    story.anyone.submit(link, COMMENT).await?;
    Ok(())
}

/// Nine o'clock in three days, in the platform's zone.
fn in_three_days() -> Result<String, DemoError> {
    let failed = |error: &dyn std::fmt::Display| DemoError::Call {
        what: "the date of a post".into(),
        reason: error.to_string(),
    };
    let zone = parts::time_zone().map_err(|error| failed(&error))?;
    let now = embedded::clock::SystemClock.now_seconds();
    let day = now.to_zoned(zone.clone()).date().checked_add(3.days());
    let day = day.map_err(|error| failed(&error))?;
    let at = day.to_datetime(time(9, 0, 0, 0)).to_zoned(zone);
    Ok(at.map_err(|error| failed(&error))?.timestamp().to_string())
}
