//! Measures the analysis of an article of 10,000 words, beside the floor of reading the same HTML into plain text.
//!
//! `cargo run --release -p analysis --example analysis_speed -- 10000`; the argument is the number of words.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use analysis::{Article, ContentDate, FeaturedImage, analyse};
use domain::faq::FaqData;
use jiff::civil::date;

/// Default number of words.
const USUAL_WORDS: usize = 10_000;
/// Runs of each measurement, of which the shortest and the median are printed.
const RUNS: usize = 200;

/// Paragraphs that are repeated; together they touch every word list.
const PARAGRAPHS: [&str; 5] = [
    "<h2>Quanto custa a energia solar em casa?</h2><p>A energia solar é a eletricidade gerada pela luz do sol. Segundo a \
     <a href=\"https://www.gov.br/aneel\">ANEEL</a>, 35% das casas reduziram a conta em 2024, e o painel dura 25 anos.</p>",
    "<p>O Dr. Silva explica que a instalação foi aprovada em três etapas, no entanto muitas pessoas ainda têm dúvidas. \
     “A conta caiu de R$ 480,00 para R$ 95,00 no primeiro mês”, disse Maria Souza, moradora de Recife.</p>",
    "<h3>Vantagens e cuidados</h3><ul><li>Economia de até 90 % na conta de luz.</li><li>Valorização do imóvel</li>\
     <li>Baixa manutenção</li></ul><p>Além disso, é importante ressaltar que o guarda-corpo protege quem sobe no telhado.</p>",
    "<table><tr><th>Sistema</th><th>Preço</th></tr><tr><td>3 kWp</td><td>R$ 15 mil</td></tr><tr><td>5 kWp</td>\
     <td>R$ 22 mil</td></tr></table><p>Veja <a href=\"/guia\">o guia de instalação</a> antes de comprar, porque a \
     orientação do telhado muda a geração &mdash; e o retorno do investimento.</p>",
    "<blockquote><p>Quem instala hoje recupera o valor em cinco anos, conforme os dados do Ministério de Minas e \
     Energia.</p></blockquote><p>Isso depende da tarifa; por exemplo, em Minas Gerais ela subiu 12 % e o prazo caiu.</p>",
];

fn body(words: usize) -> String {
    let mut body = String::new();
    let mut count = 0;
    while count < words {
        for paragraph in PARAGRAPHS {
            body.push_str(paragraph);
            count += markup::text::words(paragraph);
        }
    }
    body
}

/// The shortest and the median time of a function.
fn time(mut work: impl FnMut()) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    (at(0), at(RUNS / 2))
}

fn main() -> io::Result<()> {
    let given = std::env::args().nth(1).and_then(|given| given.parse().ok());
    let body = body(given.unwrap_or(USUAL_WORDS));
    let faq = FaqData::default();
    let article = Article {
        title: "Energia solar residencial: quanto custa instalar em 2026",
        seo_title: "",
        meta_description: "Veja quanto custa instalar energia solar residencial e como funciona o financiamento.",
        slug: "",
        focus_keyword: "energia solar",
        body: &body,
        faq: &faq,
        faq_supported: true,
        featured_image: Some(FeaturedImage {
            alt: "Painel de energia solar no telhado",
        }),
        site_host: "exemplo.com.br",
        author_set: Some(true),
        content_date: ContentDate::Unpublished,
        today: date(2026, 11, 23),
    };
    let floor = time(|| drop(black_box(markup::text::plain(black_box(&body)))));
    let sanitised = time(|| drop(black_box(markup::sanitise::body(black_box(&body)))));
    let own = time(|| drop(black_box(analyse(black_box(&article)))));
    let mut out = io::stdout();
    writeln!(
        out,
        "{} words, {} bytes",
        analyse(&article).words,
        body.len()
    )?;
    writeln!(out, "| | shortest ms | median ms | times the floor |")?;
    writeln!(out, "|---|---|---|---|")?;
    for (name, (shortest, median)) in [
        ("floor: plain text of the HTML", floor),
        ("sanitising the HTML", sanitised),
        ("analysis", own),
    ] {
        writeln!(
            out,
            "| {name} | {:.2} | {:.2} | {:.1} |",
            shortest.as_secs_f64() * 1e3,
            median.as_secs_f64() * 1e3,
            shortest.as_secs_f64() / floor.0.as_secs_f64().max(1e-9)
        )?;
    }
    Ok(())
}
