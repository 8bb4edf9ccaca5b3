//! The colours of a ground with those that someone chose, in readable contrast
//! (docs/interface/site/global-styles.md#pages).

use site_theme::styles::Styles;

use crate::contrast::{OF_SIGNS, OF_TEXT, Rgb};

/// Part of black or white in the colour of a pointed-at button.
const STRONGER: f64 = 0.2;

/// The properties of a ground, by name.
struct Ground(Vec<(&'static str, Rgb)>);

impl Ground {
    fn of(base: &[(&'static str, &str)]) -> Self {
        let parsed = base.iter();
        let parsed = parsed.filter_map(|(name, value)| Some((*name, Rgb::parse(value)?)));
        Self(parsed.collect())
    }

    fn get(&self, name: &str) -> Rgb {
        let found = self.0.iter().find(|(own, _)| *own == name);
        found.map_or(Rgb::BLACK, |(_, colour)| *colour)
    }

    fn set(&mut self, name: &'static str, colour: Rgb) {
        match self.0.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = colour,
            None => self.0.push((name, colour)),
        }
    }

    /// What texts stand on.
    fn grounds(&self) -> [Rgb; 3] {
        ["paper", "sheet", "sunken"].map(|name| self.get(name))
    }
}

/// Declarations of the properties of a ground. Colours of the site's own are moved towards `end`, black or white, until
/// text in them can be read.
pub fn declarations(
    base: &[(&'static str, &str)],
    end: Rgb,
    accent: Option<Rgb>,
    styles: &Styles,
) -> String {
    let mut ground = Ground::of(base);
    let chosen = |colour: &Option<String>| colour.as_deref().and_then(Rgb::parse);
    let (background, text) = (chosen(&styles.background), chosen(&styles.text));
    if let Some(background) = background {
        set_papers(&mut ground, background, end);
    }
    if background.is_some() || text.is_some() {
        set_inks(&mut ground, text, end);
    }
    if background.is_some() {
        set_signs(&mut ground, end);
    }
    let own = chosen(&styles.link).or(accent);
    let own = own.or_else(|| background.map(|_| ground.get("accent")));
    if let Some(own) = own {
        let accent = own.readable(&ground.grounds(), end);
        ground.set("accent", accent);
        ground.set("accent-strong", accent.mixed(end, STRONGER));
        ground.set("on-accent", accent.opposite());
    }
    if let Some(heading) = chosen(&styles.heading) {
        let heading = heading.readable(&ground.grounds(), end);
        ground.set("heading", heading);
    }
    let all = ground.0.iter();
    let all: Vec<String> = all
        .map(|(name, value)| format!("--{name}:{value}"))
        .collect();
    all.join(";")
}

/// What texts stand on: paper, sheet and sunken surfaces.
pub fn surfaces(base: &[(&'static str, &str)], end: Rgb, styles: &Styles) -> [Rgb; 3] {
    let mut ground = Ground::of(base);
    let chosen = styles.background.as_deref().and_then(Rgb::parse);
    if let Some(background) = chosen {
        set_papers(&mut ground, background, end);
    }
    ground.grounds()
}

/// The surfaces of a ground that someone chose.
fn set_papers(ground: &mut Ground, paper: Rgb, end: Rgb) {
    let is_dark = end == Rgb::WHITE;
    let (sheet, sunken) = if is_dark { (0.05, 0.25) } else { (0.6, 0.05) };
    // One that text could not be read on is left as the paper.
    let kept = |colour: Rgb| {
        if end.contrast(colour) >= OF_TEXT {
            colour
        } else {
            paper
        }
    };
    ground.set("paper", paper);
    ground.set("sheet", kept(paper.mixed(Rgb::WHITE, sheet)));
    ground.set("sunken", kept(paper.mixed(Rgb::BLACK, sunken)));
    ground.set("rule", paper.mixed(end, 0.12));
    ground.set("rule-strong", paper.mixed(end, 0.25));
}

/// The colours of texts.
fn set_inks(ground: &mut Ground, text: Option<Rgb>, end: Rgb) {
    let [paper, sheet, sunken] = ground.grounds();
    let under = [paper, sheet, sunken, ground.get("pending-bg")];
    let ink = text
        .unwrap_or_else(|| ground.get("ink"))
        .readable(&under, end);
    ground.set("ink", ink);
    let soft = ink.mixed(paper, 0.25).readable(&ground.grounds(), end);
    ground.set("ink-soft", soft);
}

/// Borders, focus and warnings on a ground that someone chose.
fn set_signs(ground: &mut Ground, end: Rgb) {
    let grounds = ground.grounds();
    let signs = [
        ("border", grounds[0].mixed(end, 0.4)),
        ("focus", ground.get("focus")),
    ];
    for (name, colour) in signs {
        ground.set(name, colour.reaching(OF_SIGNS, &grounds, end));
    }
    let under = [grounds[0], grounds[1], ground.get("rejected-bg")];
    let danger = ground.get("danger").readable(&under, end);
    ground.set("danger", danger);
}

/// Rules for what someone chose besides colours of the ground; empty without such a choice.
pub fn rules(styles: &Styles) -> String {
    let mut headings = String::new();
    if styles.heading.is_some() {
        headings.push_str("color:var(--heading);");
    }
    if let Some(family) = &styles.heading_family {
        headings.push_str(&format!("font-family:{family};"));
    }
    if let Some(weight) = styles.heading_weight {
        headings.push_str(&format!("font-weight:{weight};"));
    }
    let mut texts = String::new();
    if let Some(size) = styles.size {
        texts.push_str(&format!("font-size:{size:.4}rem;"));
    }
    if let Some(line) = styles.line_height {
        texts.push_str(&format!("line-height:{line:.2};"));
    }
    let rule = |selector: &str, declarations: &str| match declarations.strip_suffix(';') {
        Some(declarations) => format!("{selector}{{{declarations}}}"),
        None => String::new(),
    };
    rule(":root :is(h1,h2,h3,h4,h5,h6)", &headings) + &rule(":root body", &texts)
}

#[cfg(test)]
mod tests {
    use site_store::{ColorScheme, Theme};

    use super::*;
    use crate::theme::css;

    /// The values of a property, in order.
    fn values(css: &str, name: &str) -> Vec<Rgb> {
        let mark = format!("--{name}:");
        let values = css.split(&mark).skip(1);
        values.map(|rest| Rgb::parse(&rest[..7]).unwrap()).collect()
    }

    fn chosen(background: &str, text: &str, link: &str, heading: &str) -> Styles {
        let some = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
        Styles {
            background: some(background),
            text: some(text),
            link: some(link),
            heading: some(heading),
            ..Styles::default()
        }
    }

    #[test]
    fn whatever_is_chosen_can_be_read() {
        for background in [
            "", "#ffffff", "#808080", "#767676", "#000000", "#ffd400", "#12161c", "#c8102e",
        ] {
            for text in ["", "#777777", "#ffffff", "#000000", "#ff0000"] {
                let styles = chosen(background, text, text, text);
                let css = css(&Theme::default(), &styles);
                for (name, least) in [
                    ("ink", OF_TEXT),
                    ("ink-soft", OF_TEXT),
                    ("accent", OF_TEXT),
                    ("heading", OF_TEXT),
                    ("danger", OF_TEXT),
                    ("border", OF_SIGNS),
                    ("focus", OF_SIGNS),
                ] {
                    for (place, colour) in values(&css, name).into_iter().enumerate() {
                        for ground in ["paper", "sheet"] {
                            let ground = values(&css, ground)[place];
                            let contrast = colour.contrast(ground);
                            assert!(contrast >= least, "{background} {text}: {name} {contrast}");
                        }
                    }
                }
                for (one, other) in values(&css, "accent").iter().zip(values(&css, "on-accent")) {
                    assert!(one.contrast(other) >= OF_TEXT, "{other} on {one}");
                }
            }
        }
    }

    #[test]
    fn colours_that_can_be_read_are_kept() {
        let css = css(
            &Theme::default(),
            &chosen("#fbf1e8", "#33231a", "#a33b1b", "#6e2612"),
        );
        for kept in [
            "--paper:#fbf1e8",
            "--ink:#33231a",
            "--accent:#a33b1b",
            "--heading:#6e2612",
        ] {
            assert!(css.contains(kept), "{kept}");
        }
        assert!(!css.contains("prefers-color-scheme"));
        assert!(css.ends_with(":root :is(h1,h2,h3,h4,h5,h6){color:var(--heading)}"));
    }

    #[test]
    fn a_dark_ground_is_for_screens() {
        let css = css(
            &Theme::default(),
            &chosen("#12161c", "#e6e9ee", "", "#ffffff"),
        );
        let (paper, screen) = css.split_once("@media screen").unwrap();
        assert!(paper.contains("--paper:#f6f3ec") && !paper.contains("#12161c"));
        assert!(screen.contains("--paper:#12161c") && screen.contains("color-scheme:dark"));
    }

    #[test]
    fn without_a_ground_both_schemes_take_the_colours() {
        let css = css(
            &Theme {
                color_scheme: ColorScheme::Auto,
                ..Theme::default()
            },
            &chosen("", "#222222", "#c8102e", ""),
        );
        assert_eq!(values(&css, "ink").len(), 2);
        assert_eq!(values(&css, "ink")[0], Rgb::parse("#222222").unwrap());
        assert_eq!(values(&css, "paper")[1], Rgb::parse("#151713").unwrap());
    }

    #[test]
    fn type_is_set_in_rules_of_its_own() {
        let styles = Styles {
            family: Some("\"Gill Sans\",sans-serif".to_owned()),
            heading_family: Some("Georgia,serif".to_owned()),
            heading_weight: Some(800),
            size: Some(1.25),
            line_height: Some(1.8),
            ..Styles::default()
        };
        let css = css(&Theme::default(), &styles);
        assert!(css.contains("--font-text:\"Gill Sans\",sans-serif;"));
        assert!(
            css.contains(":root :is(h1,h2,h3,h4,h5,h6){font-family:Georgia,serif;font-weight:800}")
        );
        assert!(css.contains(":root body{font-size:1.2500rem;line-height:1.80}"));
        assert_eq!(rules(&Styles::default()), "");
    }
}
