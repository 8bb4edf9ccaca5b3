//! Links between the pages of a loop, and the number of its items.

use std::fmt::Write as _;

use site_store::StoreError;

use super::attributes::Attributes;
use super::context::{Context, Scope};
use super::query;
use super::text::{arrow, escaped};

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
        attributes.outer(&attributes.with_layout("wp-block-query-pagination", "query-pagination"))
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
    let around = scope.pagination;
    let kind = around.and_then(|around| around.text("paginationArrow"));
    let arrow = arrow(kind, step == Step::Next, &format!("{class}-arrow"));
    let shows_label = around.is_none_or(|around| around.flag_of("showLabel") != Some(false));
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
