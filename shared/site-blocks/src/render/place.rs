//! Where a text stands: a parameter of the page's address holds the number of the page of each loop.

use url::form_urlencoded::{Serializer, parse};

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
    pub fn with_page(&self, name: &str, page: u64) -> String {
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
