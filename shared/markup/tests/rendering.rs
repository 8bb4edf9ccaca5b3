//! Rendering tests with sources crafted to swell. How the work grows is counted by `tests/growth/run.sh`.

use markup::render::{self, RenderOptions};

#[test]
fn crafted_sources_do_not_swell() {
    let sources = [
        "<a ".repeat(100_000),
        "<a<b".repeat(100_000),
        "<".repeat(300_000),
        "&".repeat(300_000),
        "&#1".repeat(100_000),
        "<pre></pre>".repeat(30_000),
        "<pre></pr".repeat(30_000),
        "<!-- ".repeat(60_000),
        "<!-- wp:x -->".repeat(30_000),
        "\n \n".repeat(100_000),
        "\n\t".repeat(100_000),
        "<div>".repeat(60_000),
        "\"'`-.".repeat(60_000),
        "<script>x</script>".repeat(20_000),
        "[caption]".repeat(50_000),
        "[[gallery]".repeat(50_000),
        "[gallery".repeat(50_000),
        "<p>[video]".repeat(50_000),
        format!("{}[/video]", "<p>[video]".repeat(50_000)),
        "<svg>".repeat(50_000),
    ];
    for source in sources {
        let answer = RenderOptions::default().content(&source);
        let _ = render::title(&source);
        let _ = RenderOptions::default().excerpt("", &source, 55);
        let beginning: String = source.chars().take(12).collect();
        assert!(
            answer.len() <= source.len() * 12 + 1_000,
            "{beginning} grew to {}",
            answer.len()
        );
    }
}
