//! Pages of a loop: a parameter of the page's address holds the number of the page of each loop.

use std::fmt::Write as _;

use site_store::StoreError;
use url::form_urlencoded::{Serializer, parse};

use super::attributes::Attributes;
use super::context::{Context, Scope};
use super::query;
use super::text::escaped;

/// Largest number of a page.
const LAST: u64 = 1000;

/// Most loops whose page an address names.
const LOOPS: usize = 10;

/// Where a text stands: what the links between the pages of its loops are made of.
#[derive(Debug, Default)]
pub struct Place {
    /// Address of the page, without a query.
    pub address: String,
    /// Pages that the address of the request names, by the names of their parameters.
    pages: Vec<(String, u64)>,
}

impl Place {
    /// Takes the pages of loops from the query of an address.
    pub fn read_pages(&mut self, query: &str) {
        let pages = parse(query.as_bytes()).filter_map(|(name, value)| {
            let inner = name.strip_prefix("query-")?;
            let is_loop = inner == "page"
                || inner
                    .strip_suffix("-page")
                    .is_some_and(|id| id.parse::<u64>().is_ok());
            let page = value
                .parse()
                .ok()
                .filter(|page| (1..=LAST).contains(page))?;
            is_loop.then(|| (name.into_owned(), page))
        });
        self.pages = pages.take(LOOPS).collect();
    }

    /// The page of a loop.
    pub fn page(&self, name: &str) -> u64 {
        let found = self.pages.iter().find(|(other, _)| other == name);
        found.map_or(1, |(_, page)| *page)
    }

    /// The address at which a loop shows another page, and the other loops the same as now.
    fn with_page(&self, name: &str, page: u64) -> String {
        let others = self.pages.iter().filter(|(other, _)| other != name);
        let mut query = Serializer::new(String::new());
        for (other, page) in others {
            query.append_pair(other, &page.to_string());
        }
        if page > 1 {
            query.append_pair(name, &page.to_string());
        }
        let query = query.finish();
        let mark = if query.is_empty() { "" } else { "?" };
        escaped(&format!("{}{mark}{query}", self.address))
    }
}

/// The name of the parameter for the loop with this identifier.
pub fn parameter(id: Option<u64>) -> String {
    id.map_or_else(|| "query-page".to_owned(), |id| format!("query-{id}-page"))
}

/// The links between pages; nothing when there are none.
///
/// # Errors
/// The store fails.
pub async fn links(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let scope = Scope {
        pagination: Some(attributes),
        ..scope
    };
    let inner = (cx.inside)(cx, body, scope).await?;
    if inner.trim().is_empty() {
        return Ok(String::new());
    }
    let label = cx.word("Paginação", "Pagination");
    Ok(format!(
        "<nav {} aria-label=\"{label}\">{inner}</nav>",
        attributes.outer("wp-block-query-pagination")
    ))
}

/// Which page a link leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Previous,
    Next,
}

/// The link to the page before or after the one that shows; nothing at the end.
///
/// # Errors
/// The store fails.
pub async fn step(
    cx: &Context<'_>,
    attributes: &Attributes,
    step: Step,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(found) = query::counted(cx, scope).await? else {
        return Ok(String::new());
    };
    let (page, class, usual) = match step {
        Step::Previous => (
            found.page.saturating_sub(1),
            "wp-block-query-pagination-previous",
            cx.word("Página anterior", "Previous Page"),
        ),
        Step::Next => (
            found.page + 1,
            "wp-block-query-pagination-next",
            cx.word("Próxima página", "Next Page"),
        ),
    };
    if !(1..=found.pages).contains(&page) {
        return Ok(String::new());
    }
    let label = attributes
        .plain("label")
        .unwrap_or_else(|| usual.to_owned());
    let label = escaped(&label);
    let arrow = arrow(scope.pagination, step, class);
    let shows_label = scope
        .pagination
        .is_none_or(|around| around.flag_of("showLabel") != Some(false));
    let (text, named) = if shows_label || arrow.is_empty() {
        (label, String::new())
    } else {
        (String::new(), format!(" aria-label=\"{label}\""))
    };
    let text = match step {
        Step::Previous => arrow + &text,
        Step::Next => text + &arrow,
    };
    let href = cx.place.with_page(&found.parameter, page);
    Ok(format!(
        "<a href=\"{href}\" {}{named}>{text}</a>",
        attributes.outer(class)
    ))
}

fn arrow(around: Option<&Attributes>, step: Step, class: &str) -> String {
    let kind = around.and_then(|around| around.text("paginationArrow"));
    let sign = match (kind, step) {
        (Some("arrow"), Step::Previous) => "←",
        (Some("arrow"), Step::Next) => "→",
        (Some("chevron"), Step::Previous) => "«",
        (Some("chevron"), Step::Next) => "»",
        _ => return String::new(),
    };
    let kind = kind.unwrap_or_default();
    format!("<span class=\"{class}-arrow is-arrow-{kind}\" aria-hidden=\"true\">{sign}</span>")
}

/// The numbers of the pages: the first, the last, and those around the one that shows; nothing for one page.
///
/// # Errors
/// The store fails.
pub async fn numbers(
    cx: &Context<'_>,
    attributes: &Attributes,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let found = query::counted(cx, scope)
        .await?
        .filter(|found| found.pages > 1);
    let Some(found) = found else {
        return Ok(String::new());
    };
    let around = attributes.number("midSize").unwrap_or(2).min(10);
    let near = found.page.saturating_sub(around)..=found.page.saturating_add(around);
    let mut numbers = String::new();
    let mut before = 0;
    let shown =
        (1..=found.pages).filter(|page| near.contains(page) || *page == 1 || *page == found.pages);
    for page in shown {
        if page > before + 1 {
            numbers.push_str("<span class=\"page-numbers dots\">…</span> ");
        }
        before = page;
        if page == found.page {
            let _ = write!(
                numbers,
                "<span aria-current=\"page\" class=\"page-numbers current\">{page}</span> "
            );
        } else {
            let href = cx.place.with_page(&found.parameter, page);
            let _ = write!(
                numbers,
                "<a class=\"page-numbers\" href=\"{href}\">{page}</a> "
            );
        }
    }
    Ok(format!(
        "<div {}>{}</div>",
        attributes.outer("wp-block-query-pagination-numbers"),
        numbers.trim_end()
    ))
}

/// How many items the loop finds, or which of them show.
///
/// # Errors
/// The store fails.
pub async fn total(
    cx: &Context<'_>,
    attributes: &Attributes,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(found) = query::counted(cx, scope).await? else {
        return Ok(String::new());
    };
    let total = found.total;
    let text = if attributes.text("displayType") == Some("range-display") {
        let first = ((found.page - 1) * found.per_page + 1).min(total);
        let last = (found.page * found.per_page).min(total);
        let range = if first == last {
            first.to_string()
        } else {
            format!("{first} – {last}")
        };
        match cx.portuguese {
            true => format!("Mostrando {range} de {total}"),
            false => format!("Displaying {range} of {total}"),
        }
    } else {
        let word = match total {
            1 => cx.word("resultado", "result found"),
            _ => cx.word("resultados", "results found"),
        };
        format!("{total} {word}")
    };
    Ok(format!(
        "<div {}>{text}</div>",
        attributes.outer("wp-block-query-total")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_loops_are_taken_from_an_address() {
        let mut place = Place {
            address: "https://a.example/x/".to_owned(),
            ..Place::default()
        };
        place.read_pages("query-3-page=2&query-page=4&query-5-page=0&query-6-page=1001&query-a-page=2&utm=x&query-7-page=-1");
        for (name, page) in [
            ("query-3-page", 2),
            ("query-page", 4),
            ("query-5-page", 1),
            ("query-6-page", 1),
            ("query-a-page", 1),
            ("query-7-page", 1),
        ] {
            assert_eq!(place.page(name), page, "{name}");
        }
        assert_eq!(
            place.with_page("query-3-page", 3),
            "https://a.example/x/?query-page=4&amp;query-3-page=3"
        );
        assert_eq!(
            place.with_page("query-3-page", 1),
            "https://a.example/x/?query-page=4"
        );
    }
}
