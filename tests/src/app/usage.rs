//! Counts the operations of the store and the ports.

use std::sync::Arc;

use items::Usage;
use local::parts::Parts;
use site_store::Tenant;

use super::TestApp;
use crate::costs::Cost;
use crate::counted::{Counted, Counter};

/// The counters of the application's ports.
#[derive(Default)]
pub(super) struct UsageMeters {
    blobs: Counter,
    site_blobs: Counter,
    messages: Counter,
    mails: Counter,
}

impl UsageMeters {
    /// Replaces the ports by counting ones.
    pub fn attach(parts: &mut Parts) -> Self {
        let meters = Self::default();
        parts.blobs = Arc::new(Counted::new(parts.blobs.clone(), meters.blobs.clone()));
        let site_blobs = parts.site_blobs.clone();
        parts.site_blobs = Arc::new(Counted::new(site_blobs, meters.site_blobs.clone()));
        parts.work = Arc::new(Counted::new(parts.work.clone(), meters.messages.clone()));
        parts.mail = Arc::new(Counted::new(parts.mail.clone(), meters.mails.clone()));
        meters
    }
}

impl TestApp {
    /// The platform's cost since the previous measurement of either half, without the cost that its calls cause on
    /// the site.
    pub fn platform_cost(&self) -> Cost {
        self.look().0
    }

    /// The site's cost since the previous measurement of either half.
    pub fn site_cost(&self) -> Cost {
        self.look().1
    }

    /// The steps of the reads of the site's model since the site was assembled.
    pub fn site_steps(&self) -> u64 {
        let site = self.records.site(&Tenant::main()).unwrap();
        site.read_work().steps
    }

    fn look(&self) -> (Cost, Cost) {
        let meters = &self.meters;
        let mut platform = of_store(&self.parts.store.table().meter().take());
        let log = of_store(&self.parts.logs.table().meter().take());
        platform.reads += log.reads;
        platform.read_units += log.read_units;
        platform.writes += log.writes;
        platform.write_units += log.write_units;
        platform.blobs = as_figure(meters.blobs.take());
        platform.messages = as_figure(meters.messages.take());
        platform.mails = as_figure(meters.mails.take());
        platform.calls = as_figure(self.outbound_calls());
        let mut site = of_store(&self.parts.site_table.meter().take());
        site.blobs = as_figure(meters.site_blobs.take());
        (platform, site)
    }
}

fn as_figure(count: u64) -> f64 {
    u32::try_from(count).unwrap().into()
}

fn of_store(usage: &Usage) -> Cost {
    let operations = |of: &dyn Fn(&str) -> bool| {
        let counted = usage.operations.iter().filter(|(name, _)| of(name));
        as_figure(counted.map(|(_, count)| count).sum())
    };
    let reads = |name: &str| matches!(name, "GetItem" | "BatchGetItem" | "Query");
    Cost {
        reads: operations(&reads),
        read_units: usage.read_units,
        writes: operations(&|name| !reads(name)),
        write_units: usage.write_units,
        ..Cost::default()
    }
}
