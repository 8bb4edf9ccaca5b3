//! New entries.

use std::collections::BTreeMap;

use domain::platform::log::LogEntry;
use futures_util::future::join_all;
use items::{Condition, Contention, Entry, ItemsError, Key, MAX_CONFLICT_RETRIES, Write};
use serde::{Deserialize, Serialize};

use crate::bucket::Bucket;
use crate::entry::{CountChanges, MAX_WRITES, Record, within_limits};
use crate::state::ReadState;
use crate::{LogStore, keys};

/// Writes of a new entry: its record, two index records, and the pointer of its minute.
const WRITES_OF_ONE: usize = 4;
/// How many counts are raised at the same time.
const AT_ONCE: usize = 16;
/// How long the pointer of a minute is kept, in seconds. Events of that minute that arrive later are a new entry.
const POINTER_LIFE: i64 = 60 * 60;

/// Points from an event and its minute to the entry that counts it. Its revision is the identifier of that entry.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Pointer {
    id: u64,
    generation: u64,
}

/// Equal events that are not written yet.
#[derive(Debug)]
struct Pending {
    event: LogEntry,
    pointer: Key,
    /// Identifier of the entry that they become, once one is allocated.
    id: Option<u64>,
    /// Entry that was to count the events and does not exist any more.
    gone: Option<u64>,
    written: bool,
}

/// What pending events need.
enum Need {
    /// The count of this entry is raised.
    Count(u64),
    /// A new entry is written, and its pointer on this condition.
    Entry(Condition),
}

impl Pending {
    fn need(&self, pointer: Option<Pointer>, state: &ReadState) -> Need {
        match pointer {
            None => Need::Entry(Condition::Absent),
            Some(pointer)
                if pointer.generation == state.state.generation
                    && self.gone != Some(pointer.id) =>
            {
                Need::Count(pointer.id)
            }
            Some(pointer) => Need::Entry(Condition::Revision(pointer.id)),
        }
    }
}

/// A transaction that is built up to the limit of writes.
#[derive(Default)]
struct Portion {
    places: Vec<usize>,
    writes: Vec<Write>,
    changes: CountChanges,
}

impl Portion {
    /// Whether another entry fits, with counters of its own, and the check of the state.
    fn has_room(&self) -> bool {
        let written = self.writes.len() + self.changes.len();
        written + WRITES_OF_ONE + keys::COUNTERS < MAX_WRITES
    }
}

impl LogStore {
    /// Writes entries. Equal ones of a minute become one entry with a count, also when several processes write
    /// them. An entry that is resolved or cleared counts no further events; they become a new entry.
    ///
    /// New entries are written in transactions of up to twenty each, then the counts of existing ones are raised. No
    /// event is lost. When the call fails and is repeated, events that were written before the failure count twice.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn append(&self, entries: &[LogEntry]) -> Result<(), ItemsError> {
        let mut merged: BTreeMap<(String, String), LogEntry> = BTreeMap::new();
        for entry in entries {
            let event = within_limits(entry);
            let key = keys::same(&event);
            merged
                .entry((key.pk, key.sk))
                .and_modify(|known| known.count += event.count)
                .or_insert(event);
        }
        let mut pending: Vec<Pending> = merged
            .into_iter()
            .map(|((pk, sk), event)| Pending {
                event,
                pointer: Key::new(pk, sk),
                id: None,
                gone: None,
                written: false,
            })
            .collect();
        // Identifiers follow the order of the events.
        pending.sort_by_key(|one| one.event.first_at);
        for _ in 0..MAX_CONFLICT_RETRIES {
            if pending.is_empty() {
                return Ok(());
            }
            self.write(&mut pending).await?;
            pending.retain(|one| !one.written);
        }
        Err(Contention.into())
    }

    /// Writes what can be written without a conflict.
    async fn write(&self, pending: &mut [Pending]) -> Result<(), ItemsError> {
        let state = self.state().await?;
        let pointers: Vec<Key> = pending.iter().map(|one| one.pointer.clone()).collect();
        let pointers = self.table.get_many::<Pointer>(&pointers).await?;
        let (mut new, mut counted) = (Vec::new(), Vec::new());
        for ((place, one), pointer) in pending.iter().enumerate().zip(pointers) {
            match one.need(pointer, &state) {
                Need::Count(id) => counted.push((place, id)),
                Need::Entry(condition) => new.push((place, condition)),
            }
        }
        self.add_new(pending, new, &state).await?;
        self.raise_counts(pending, &counted).await
    }

    /// Allocates the identifiers that are missing.
    async fn identify(
        &self,
        pending: &mut [Pending],
        new: &[(usize, Condition)],
    ) -> Result<(), ItemsError> {
        let missing = |one: &Pending| one.id.is_none();
        let lacking: Vec<usize> = new
            .iter()
            .map(|(place, _)| *place)
            .filter(|place| pending.get(*place).is_some_and(missing))
            .collect();
        let Ok(number @ 1..) = i64::try_from(lacking.len()) else {
            return Ok(());
        };
        let key = Key::new("SEQUENCE", keys::SEQUENCE);
        let last = self.table.add(&key, number).await?;
        let first = u64::try_from(last - number + 1)
            .map_err(|_| ItemsError::Defect("the sequence of the log is negative".to_owned()))?;
        for (place, id) in lacking.into_iter().zip(first..) {
            if let Some(one) = pending.get_mut(place) {
                one.id = Some(id);
            }
        }
        Ok(())
    }

    async fn add_new(
        &self,
        pending: &mut [Pending],
        new: Vec<(usize, Condition)>,
        state: &ReadState,
    ) -> Result<(), ItemsError> {
        self.identify(pending, &new).await?;
        let mut portion = Portion::default();
        for (place, condition) in new {
            let Some(one) = pending.get(place) else {
                continue;
            };
            self.put(one, place, condition, state, &mut portion)?;
            if !portion.has_room() {
                self.commit(pending, std::mem::take(&mut portion), state)
                    .await?;
            }
        }
        self.commit(pending, portion, state).await
    }

    /// Adds the writes of a new entry to a transaction.
    fn put(
        &self,
        one: &Pending,
        place: usize,
        condition: Condition,
        state: &ReadState,
        portion: &mut Portion,
    ) -> Result<(), ItemsError> {
        let id = one
            .id
            .ok_or_else(|| ItemsError::Defect("an entry of the log has no number".to_owned()))?;
        let generation = state.state.generation;
        let bucket = Bucket {
            day: self.zone.to_datetime(one.event.first_at).date(),
            generation,
        };
        let record = Record::new(id, &one.event, bucket);
        let pointer = Entry::new(one.pointer.clone(), &Pointer { id, generation })?
            .revision(id)
            .expires(one.event.first_at.as_second() + POINTER_LIFE);
        portion.writes.push(Write::Put(pointer, condition));
        portion
            .writes
            .extend(record.puts(one.event.count, Condition::Absent)?);
        portion.changes.add(&record, 1);
        portion.places.push(place);
        Ok(())
    }

    /// Commits a transaction. After a conflict its entries stay pending.
    async fn commit(
        &self,
        pending: &mut [Pending],
        portion: Portion,
        state: &ReadState,
    ) -> Result<(), ItemsError> {
        if portion.places.is_empty() {
            return Ok(());
        }
        let mut writes = portion.writes;
        // A clearing in between concerns entries of the generation that it ended.
        writes.push(state.unchanged());
        writes.extend(portion.changes.writes());
        match self.table.transact(writes).await {
            Ok(()) => {
                for place in portion.places {
                    if let Some(one) = pending.get_mut(place) {
                        one.written = true;
                    }
                }
                Ok(())
            }
            Err(error) if error.is_conflict() => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn raise_counts(
        &self,
        pending: &mut [Pending],
        counted: &[(usize, u64)],
    ) -> Result<(), ItemsError> {
        for portion in counted.chunks(AT_ONCE) {
            let keyed: Vec<_> = portion
                .iter()
                .filter_map(|(place, id)| {
                    let by = pending.get(*place)?.event.count;
                    Some((*place, *id, keys::entry(*id), by))
                })
                .collect();
            let raised = keyed
                .iter()
                .map(|(_, _, key, by)| self.table.add_to_revision(key, *by));
            let raised = join_all(raised).await;
            let mut failed = None;
            for ((place, id, _, _), raised) in keyed.iter().zip(raised) {
                let Some(one) = pending.get_mut(*place) else {
                    continue;
                };
                match raised {
                    Ok(()) => one.written = true,
                    Err(error) if error.is_conflict() => one.gone = Some(*id),
                    Err(error) => failed = Some(error),
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
        }
        Ok(())
    }
}
