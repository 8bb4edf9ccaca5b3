//! The text while it is written.

use super::*;

/// Text of the stored generation behind `after` characters.
async fn behind(store: &PlatformStore, id: GenerationId, after: u64) -> String {
    let generation = stored(store, id).await;
    store.generation_text(&generation, after).await.unwrap()
}

async fn written(store: &PlatformStore, generation: &Generation, text: &str) -> Generation {
    let advanced = store.advance_generation(generation, text, 1, now());
    advanced.await.unwrap().unwrap()
}

#[tokio::test]
async fn the_text_is_read_from_any_character_on() {
    let store = store().await;
    let mut generation = running(&store).await;
    let id = generation.id;
    assert_eq!(behind(&store, id, 0).await, "");
    let mut whole = String::new();
    for piece in [
        "Açúcar",
        "",
        " e afeto 🌱",
        &"é".repeat(9_001),
        "fim",
        &"x🌱".repeat(2_000),
    ] {
        generation = written(&store, &generation, piece).await;
        whole.push_str(piece);
    }
    let chars: Vec<char> = whole.chars().collect();
    assert_eq!(generation.text_chars, chars.len() as u64);
    for after in [
        0, 1, 5, 6, 7, 15, 16, 17, 3_999, 4_000, 4_016, 9_016, 9_017, 9_020, 13_019,
    ] {
        let rest: String = chars.get(after..).unwrap().iter().collect();
        assert_eq!(behind(&store, id, after as u64).await, rest, "{after}");
    }
    for after in [chars.len() as u64, 1_000_000] {
        assert_eq!(behind(&store, id, after).await, "");
    }
}

#[tokio::test]
async fn a_later_call_replaces_the_text() {
    let store = store().await;
    let first = running(&store).await;
    let first = written(&store, &first, "um começo que se perde").await;
    let second = store.note_generation_call(&first, "gemini", "flash", now());
    let second = second.await.unwrap().unwrap();
    assert_eq!(behind(&store, second.id, 0).await, "");
    written(&store, &second, "outro").await;
    assert_eq!(behind(&store, second.id, 0).await, "outro");
    assert_eq!(behind(&store, second.id, 2).await, "tro");
}

#[tokio::test]
async fn a_long_text_is_stored_at_once_and_read_with_one_query() {
    let store = store().await;
    let generation = running(&store).await;
    let text = "Uma horta na varanda pede luz, água e paciência. ".repeat(4_200);
    assert!(text.len() > 200_000);
    let generation = written(&store, &generation, &text).await;
    store.table().meter().take();
    assert_eq!(behind(&store, generation.id, 0).await, text);
    assert_eq!(store.table().meter().take().total(), 2);
    // Nothing new: the record alone tells.
    behind(&store, generation.id, generation.text_chars).await;
    assert_eq!(store.table().meter().take().total(), 1);
}
