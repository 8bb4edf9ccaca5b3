//! What a month of a deployment costs: usage of the services, from the measured costs of operations and assumptions about how
//! people work and read, multiplied with a table of prices.

use std::collections::BTreeMap;
use std::fmt::Write;

use pauta_tests::costs::{Cost, Costs};
use serde::Deserialize;

/// The size of a deployment.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Number of client sites.
    pub sites: f64,
    /// Pages that readers open in a month, on all sites.
    pub reads: f64,
}

/// The sizes that docs/cost.md compares.
pub const SIZES: [Size; 3] = [
    Size {
        sites: 5.0,
        reads: 20_000.0,
    },
    Size {
        sites: 50.0,
        reads: 2_000_000.0,
    },
    Size {
        sites: 500.0,
        reads: 100_000_000.0,
    },
];

/// Operations of the team for one post from draft to publication, by their lines in `cost.txt`.
const PER_POST: [(&str, f64); 16] = [
    ("POST /api/v1/posts", 1.0),
    ("PUT /api/v1/posts/{id}", 6.0),
    ("PUT /api/v1/posts/{id}/autosave", 40.0),
    ("GET /api/v1/posts", 20.0),
    ("GET /api/v1/posts/{id}", 20.0),
    ("GET /api/v1/posts/{id}/analysis", 60.0),
    ("POST /api/v1/posts/check-grammar", 40.0),
    ("POST /api/v1/media", 2.0),
    ("GET /api/v1/media/{id}/webp", 10.0),
    ("POST /api/v1/posts/{id}/request-approval", 1.0),
    ("GET /aprovacao/{token}", 2.0),
    ("POST /aprovacao/{token}/aprovar", 1.0),
    ("GET /api/v1/posts/{id}/checklist", 10.0),
    ("site POST /core/v2/posts", 1.0),
    ("site POST /core/v2/posts/{id}", 1.0),
    ("site POST /core/v2/media", 2.0),
];

/// Work behind one post, without a request.
const WORK_PER_POST: [(&str, f64); 2] = [
    ("work: publication, from message to done", 1.0),
    ("work: notification, from message to mail", 3.0),
];

/// Ticks of a month of 30 days.
const TICKS: [(&str, f64); 3] = [
    ("work: publishing tick, idle", 43_200.0),
    ("work: site tick, idle", 43_200.0),
    ("work: log tick, idle", 720.0),
];

/// A page as readers get it.
const PAGE: &str = "site GET /";

/// Posts that a site publishes in a month.
const POSTS: f64 = 20.0;
/// Months of content that are stored.
const MONTHS: f64 = 24.0;
/// GB of records of one post, with its versions and events, on platform and site.
const RECORDS: f64 = 150e-6;
/// GB of files of one post: originals, renditions and the site's sizes.
const FILES: f64 = 6e-3;
/// Pictures that a reader's browser fetches for a page, on average, because others are in its cache.
const PICTURES: f64 = 2.0;
/// GB of one picture in the size that a page shows.
const PICTURE: f64 = 90e-6;
/// GB of a page at the gateway, which does not compress, and at the edge.
const PAGE_BYTES: (f64, f64) = (20e-6, 6e-6);
/// Seconds of a function with 1 GB: for a request of the team, a page, a file, work behind a post, and a tick.
const SECONDS: [f64; 5] = [0.030, 0.012, 0.020, 2.0, 0.020];
/// GB of log lines of one request or invocation: access log, report of the invocation.
const LOG: f64 = 0.8e-6;
/// Share of the reads that goes to the `HOT` addresses of a site, during a third of the day.
const HOT_SHARE: f64 = 0.5;
/// Addresses that are read most at a time.
const HOT: f64 = 5.0;
/// Edge caches that readers in Brazil use.
const EDGES: f64 = 2.0;
/// Seconds during which an edge serves a page without the origin (docs/decisions/0031-content-delivery-network.md).
const FRESH: f64 = 40.0;
/// Share of pictures that an edge has.
const PICTURE_HITS: f64 = 0.95;

/// Amounts by item of the price table.
pub type Usage = BTreeMap<&'static str, f64>;

/// Price of one item.
#[derive(Debug, Clone, Deserialize)]
pub struct Price {
    /// What is counted.
    pub unit: String,
    /// Units of a month that are free for good.
    pub free: f64,
    /// Lower bounds in units, and the price of a unit from there on.
    pub tiers: Vec<(f64, f64)>,
    /// A reservation about the price.
    #[serde(default)]
    pub note: String,
}

impl Price {
    /// Dollars for `amount` units.
    pub fn of(&self, amount: f64) -> f64 {
        let billed = (amount - self.free).max(0.0);
        let ends = self.tiers.iter().skip(1).map(|tier| tier.0);
        let ends = ends.chain([f64::INFINITY]);
        self.tiers
            .iter()
            .zip(ends)
            .map(|((begin, price), end)| (billed.min(end) - begin).max(0.0) * price)
            .sum()
    }
}

/// The price table.
#[derive(Debug, Clone, Deserialize)]
pub struct Prices {
    /// Day on which the prices were read.
    pub date: String,
    /// Where they apply.
    pub region: String,
    /// Prices by item.
    pub items: BTreeMap<String, Price>,
}

/// The share of page reads that an edge answers without the origin.
pub fn page_hits(size: Size) -> f64 {
    let of_hot = 3.0 * size.reads / size.sites / (30.0 * 86_400.0) * HOT_SHARE / HOT / EDGES;
    HOT_SHARE * (of_hot * FRESH) / (1.0 + of_hot * FRESH)
}

/// The usage of a month, with or without the content delivery network.
///
/// # Panics
/// When `costs` lacks an operation.
pub fn usage(size: Size, costs: &Costs, alarms: f64, has_cdn: bool) -> Usage {
    let cost = |name: &str| {
        *costs
            .0
            .get(name)
            .unwrap_or_else(|| panic!("no line {name}"))
    };
    let mut used = Usage::new();
    let posts = size.sites * POSTS;
    let mut requests = 0.0;
    for (name, count) in PER_POST {
        charge(&mut used, cost(name), posts * count);
        requests += posts * count;
    }
    add(&mut used, "compute", requests * SECONDS[0]);
    add(&mut used, "transfer", requests * 10e-6);
    let mut invocations = requests;
    for (name, count) in WORK_PER_POST {
        charge(&mut used, cost(name), posts * count);
        invocations += posts * count;
        add(&mut used, "compute", posts * count * SECONDS[3]);
    }
    for (name, count) in TICKS {
        charge(&mut used, cost(name), count);
        invocations += count;
        add(&mut used, "compute", count * SECONDS[4]);
    }

    let pictures = size.reads * PICTURES;
    let pages_at_origin = size.reads * if has_cdn { 1.0 - page_hits(size) } else { 1.0 };
    charge(&mut used, cost(PAGE), pages_at_origin);
    add(&mut used, "compute", pages_at_origin * SECONDS[1]);
    requests += pages_at_origin;
    invocations += pages_at_origin;
    if has_cdn {
        let at_edge = size.reads + pictures;
        add(&mut used, "edge_requests", at_edge / 1e6);
        add(&mut used, "edge_functions", at_edge / 1e6);
        add(
            &mut used,
            "edge_transfer",
            size.reads * PAGE_BYTES.1 + pictures * PICTURE,
        );
        add(
            &mut used,
            "file_reads",
            pictures * (1.0 - PICTURE_HITS) / 1e6,
        );
        add(&mut used, "secrets", 1.0);
    } else {
        requests += pictures;
        invocations += pictures;
        add(&mut used, "compute", pictures * SECONDS[2]);
        add(&mut used, "file_reads", pictures / 1e6);
        add(
            &mut used,
            "transfer",
            size.reads * PAGE_BYTES.0 + pictures * PICTURE,
        );
    }
    add(&mut used, "gateway", requests / 1e6);
    add(&mut used, "invocations", invocations / 1e6);
    add(&mut used, "logs", (requests + invocations) * LOG);
    add(&mut used, "records", posts * MONTHS * RECORDS);
    add(&mut used, "backups", posts * MONTHS * RECORDS);
    add(&mut used, "files", posts * MONTHS * FILES);
    add(&mut used, "alarms", alarms);
    add(&mut used, "secrets", 1.0);
    used
}

fn add(used: &mut Usage, item: &'static str, amount: f64) {
    *used.entry(item).or_default() += amount;
}

/// Adds the store, files, messages and mails of `count` operations. Blobs are counted as writes, the dearer kind.
fn charge(used: &mut Usage, cost: Cost, count: f64) {
    add(used, "reads", cost.read_units * count / 1e6);
    add(used, "writes", cost.write_units * count / 1e6);
    add(used, "file_writes", cost.blobs * count / 1e6);
    // Sent, received and deleted.
    add(used, "messages", 3.0 * cost.messages * count / 1e6);
    add(used, "mails", cost.mails * count / 1e3);
}

/// Dollars by item.
///
/// # Panics
/// When the table lacks an item.
pub fn bill(used: &Usage, prices: &Prices) -> BTreeMap<&'static str, f64> {
    used.iter()
        .map(|(item, amount)| (*item, prices.items[*item].of(*amount)))
        .collect()
}

/// Rows of the document: a name, and the items in it.
const ROWS: [(&str, &[&str]); 10] = [
    ("gateway", &["gateway"]),
    ("functions", &["invocations", "compute"]),
    ("store", &["reads", "writes"]),
    ("stored records and their backups", &["records", "backups"]),
    ("files", &["files", "file_reads", "file_writes"]),
    ("transfer from the region", &["transfer"]),
    (
        "content delivery network",
        &["edge_requests", "edge_transfer", "edge_functions"],
    ),
    ("queues and mails", &["messages", "mails"]),
    ("logs", &["logs"]),
    ("alarms and secrets", &["alarms", "secrets"]),
];

/// The table of bills, a column for each size with and without the network, and the sentence about the dearest rows.
pub fn table(costs: &Costs, prices: &Prices, alarms: f64) -> String {
    let columns: Vec<_> = SIZES
        .iter()
        .flat_map(|size| [false, true].map(|has_cdn| (*size, has_cdn)))
        .map(|(size, has_cdn)| bill(&usage(size, costs, alarms, has_cdn), prices))
        .collect();
    let of_row = |bill: &BTreeMap<&str, f64>, items: &[&str]| -> f64 {
        items.iter().filter_map(|item| bill.get(item)).sum::<f64>() + 0.0
    };
    let mut text = String::from("| US$ a month |");
    for size in SIZES {
        let (sites, reads) = (size.sites, thousands(size.reads));
        write!(text, " {sites} sites, {reads} reads | with the network |").unwrap();
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|".repeat(columns.len()));
    text.push('\n');
    for (name, items) in ROWS {
        write!(text, "| {name} |").unwrap();
        for bill in &columns {
            write!(text, " {:.2} |", of_row(bill, items)).unwrap();
        }
        text.push('\n');
    }
    text.push_str("| **together** |");
    for bill in &columns {
        write!(text, " **{:.2}** |", bill.values().sum::<f64>()).unwrap();
    }
    text.push_str("\n| a thousand reads |");
    for (index, bill) in columns.iter().enumerate() {
        let reads = SIZES[index / 2].reads;
        write!(text, " {:.3} |", bill.values().sum::<f64>() / reads * 1e3).unwrap();
    }
    text.push_str("\n\nThe dearest three:\n\n");
    for (index, bill) in columns.iter().enumerate() {
        let size = SIZES[index / 2];
        let mut rows = ROWS.map(|(name, items)| (name, of_row(bill, items)));
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        let named = rows[..3]
            .iter()
            .map(|(name, dollars)| format!("{name} {dollars:.2}"));
        let named = named.collect::<Vec<_>>().join(", ");
        let with = if index % 2 == 0 { "without" } else { "with" };
        let (sites, reads) = (size.sites, thousands(size.reads));
        writeln!(
            text,
            "- {sites} sites, {reads} reads, {with} the network: {named}."
        )
        .unwrap();
    }
    text
}

/// The number with commas between thousands.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The price table, as rows of a document.
pub fn price_rows(prices: &Prices) -> String {
    let mut text = String::from("| Item | Unit | Free | US$ a unit | |\n|---|---|--:|---|---|\n");
    for (item, price) in &prices.items {
        let tiers = price.tiers.iter().map(|(from, dollars)| match from {
            0.0 => dollars.to_string(),
            from => format!("{dollars} from {}", thousands(*from)),
        });
        let tiers = tiers.collect::<Vec<_>>().join(", ");
        let (unit, free, note) = (&price.unit, thousands(price.free), &price.note);
        writeln!(text, "| {item} | {unit} | {free} | {tiers} | {note} |").unwrap();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_count_from_their_bounds_after_what_is_free() {
        let price = Price {
            unit: "GB".to_owned(),
            free: 100.0,
            tiers: vec![(0.0, 0.5), (10.0, 0.25)],
            note: String::new(),
        };
        let dollars = |amount: f64| price.of(amount);
        assert_eq!(dollars(100.0), 0.0);
        assert_eq!(dollars(104.0), 2.0);
        assert_eq!(dollars(114.0), 6.0);
    }

    #[test]
    fn an_edge_answers_more_pages_of_a_site_that_is_read_more() {
        let hits = SIZES.map(page_hits);
        assert!(hits.is_sorted(), "{hits:?}");
        assert!(hits[2] < HOT_SHARE);
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(thousands(20_000.0), "20,000");
        assert_eq!(thousands(999.0), "999");
        assert_eq!(thousands(100_000_000.0), "100,000,000");
    }
}
