use super::*;

fn has_phrase(keyword: &str, content: &str) -> bool {
    let mut text = Text::default();
    let segment = text.add(content, Splitting::Prose);
    let keyword = Keyword::new(keyword).unwrap();
    !keyword.phrases(&text, segment.words).is_empty()
}

fn has_words(keyword: &str, content: &str) -> bool {
    let mut text = Text::default();
    let segment = text.add(content, Splitting::Prose);
    let keyword = Keyword::new(keyword).unwrap();
    let words = text.words(segment.words);
    let mask = words
        .iter()
        .fold(0, |mask, word| mask | keyword.mask(&text, word));
    mask == keyword.complete()
}

#[test]
fn phrases_match_without_accents_and_in_the_plural() {
    for (keyword, content) in [
        ("vacinação", "vacinacao"),
        ("avião", "aviões"),
        ("pão caseiro", "pães caseiros"),
        ("mão", "mãos"),
        ("animal doméstico", "animais domésticos"),
        ("hotel fazenda", "hotéis-fazenda"),
        ("fóssil", "fósseis"),
        ("barril", "barris"),
        ("farol", "faróis"),
        ("herói", "heróis"),
        ("azul", "azuis"),
        ("jardim", "jardins"),
        ("mulher", "mulheres"),
        ("mês", "meses"),
        ("lápis", "lápis"),
        ("ar-condicionado", "ar condicionado"),
        ("e-mail marketing", "email marketing"),
        ("produção de leite", "produção do leite"),
        ("ONG", "ONGs"),
        ("PIX", "Pix"),
        ("ENERGIA SOLAR", "energias solares"),
        ("Energia Solar", "a energia, solar ou não"),
    ] {
        assert!(has_phrase(keyword, content), "{keyword} / {content}");
        assert!(has_words(keyword, content), "{keyword} / {content}");
    }
}

#[test]
fn separated_words_are_no_phrase() {
    for (keyword, content) in [
        ("seguro de vida", "seguro com cobertura de vida"),
        ("plano de saúde", "saúde do plano"),
        ("carro elétrico", "carros mais elétricos"),
    ] {
        assert!(!has_phrase(keyword, content), "{keyword} / {content}");
        assert!(has_words(keyword, content), "{keyword} / {content}");
    }
}

#[test]
fn other_words_do_not_match() {
    for (keyword, content) in [
        ("IA", "ele ia"),
        ("IA", "via"),
        ("SUS", "suspeita"),
        ("MEI", "meio"),
        ("casa", "casamento"),
        ("casa", "casos"),
        ("café", "cafeteria"),
        ("vender", "vendê-lo"),
        ("IA", "Ele ia ao mercado."),
    ] {
        assert!(!has_words(keyword, content), "{keyword} / {content}");
        assert!(!has_phrase(keyword, content), "{keyword} / {content}");
    }
}

#[test]
fn accent_blindness_joins_some_words() {
    assert!(has_words("país", "pais"));
}

#[test]
fn slugs_match_in_any_case() {
    let keyword = Keyword::new("e-mail para ONG").unwrap();
    assert_eq!(keyword.len(), 2);
    assert_eq!(keyword.slug_mask("email-para-ongs"), keyword.complete());
    assert_eq!(keyword.slug_mask("e-mail"), 1);
    assert_eq!(keyword.slug_mask("outra-coisa"), 0);
}

#[test]
fn a_keyword_of_function_words_keeps_them() {
    assert_eq!(Keyword::new("o que é").unwrap().len(), 3);
    assert_eq!(Keyword::new("seguro de vida").unwrap().len(), 2);
    assert_eq!(Keyword::new(" – "), None);
}
