//! The counters, and what they tell of a request.

use pauta_tests::app::{Basic, SignedInUser, TestApp, TestRequest, TestResponse};
use stats_alloc::Region;

use crate::ALLOCATOR;

/// What a request took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Work {
    /// Allocations.
    pub allocations: u64,
    /// Bytes of the allocations.
    pub bytes: u64,
    /// Operations and read units of the store.
    pub reads: u64,
    /// Steps of the statements of the site's read model.
    pub steps: u64,
}

/// Counts from which growth is compared with the limit: below, the constant part of a request hides it.
const NOTABLE: Work = Work {
    allocations: 30_000,
    bytes: 4_000_000,
    reads: 40,
    steps: 20_000,
};

/// Who asks which half.
#[derive(Clone, Copy)]
pub enum Caller<'a> {
    /// A visitor of the site.
    Visitor,
    /// The site's administrator.
    Author(&'a Basic),
    /// A person on the platform.
    Person(&'a SignedInUser),
}

/// The work of a handler with one parameter and one shape.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The route.
    pub route: String,
    /// The parameter.
    pub parameter: String,
    /// The shape of its value.
    pub shape: &'static str,
    /// With the shorter value.
    pub shorter: Work,
    /// With the longer one.
    pub longer: Work,
}

impl Measured {
    /// The work of several routes that show a stored text: `works` is that of the shorter and that of the longer text, in the
    /// order of the routes.
    pub fn of_stored(
        routes: impl IntoIterator<Item = String>,
        parameter: &str,
        shape: &'static str,
        works: [Vec<Work>; 2],
    ) -> impl Iterator<Item = Self> {
        let [shorter, longer] = works;
        let works = shorter.into_iter().zip(longer);
        routes
            .into_iter()
            .zip(works)
            .map(move |(route, (shorter, longer))| Self {
                route: format!("GET {route}"),
                parameter: parameter.to_owned(),
                shape,
                shorter,
                longer,
            })
    }

    /// The largest factor with the name of its counter; `None` when all counts are small.
    pub fn worst(&self) -> Option<(f64, &'static str)> {
        let (short, long) = (self.shorter, self.longer);
        [
            (
                short.allocations,
                long.allocations,
                NOTABLE.allocations,
                "allocations",
            ),
            (short.bytes, long.bytes, NOTABLE.bytes, "bytes"),
            (short.reads, long.reads, NOTABLE.reads, "reads"),
            (short.steps, long.steps, NOTABLE.steps, "steps"),
        ]
        .into_iter()
        .filter(|(_, longer, notable, _)| longer >= notable)
        .map(|(shorter, longer, _, name)| (longer as f64 / shorter.max(1) as f64, name))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
    }
}

/// Sends a request and counts its work. What fails inside of the server is a fault of its own.
pub async fn counted(
    app: &TestApp,
    caller: Caller<'_>,
    request: TestRequest,
) -> (TestResponse, Work) {
    let name = format!("{} {}", request.method, request.path);
    app.platform_cost();
    app.site_cost();
    let steps = app.site_steps();
    let region = Region::new(ALLOCATOR);
    let answer = match caller {
        Caller::Visitor => app.ask_site(None, request).await,
        Caller::Author(login) => app.ask_site(Some(login), request).await,
        Caller::Person(person) => app.ask(Some(person), request).await,
    };
    let change = region.change();
    let cost = match caller {
        Caller::Person(_) => app.platform_cost(),
        _ => app.site_cost(),
    };
    app.take_responses();
    let status = answer.status;
    assert!(
        !status.is_server_error() || matches!(status.as_u16(), 501..=504),
        "{name}: {status} {}",
        answer.text
    );
    let work = Work {
        allocations: (change.allocations + change.reallocations) as u64,
        bytes: change.bytes_allocated as u64,
        reads: (cost.reads + cost.read_units) as u64,
        steps: app.site_steps() - steps,
    };
    (answer, work)
}
