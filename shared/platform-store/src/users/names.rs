//! Names of users, also of deleted ones: the deletion leaves a record with the name.

use std::collections::HashMap;

use domain::platform::id::UserId;
use domain::platform::user::User;
use items::{Condition, Entry, ItemsError, Key, Write};

use crate::PlatformStore;

fn former_name_key(user: UserId) -> Key {
    Key::new(format!("USER#{user}"), "FORMER_NAME")
}

/// Write that retains the name of a user who is deleted.
pub(super) fn former_name_write(user: &User) -> Result<Write, ItemsError> {
    let entry = Entry::new(former_name_key(user.id), &user.name)?;
    Ok(Write::Put(entry, Condition::Any))
}

impl PlatformStore {
    /// Names of these users, also of deleted ones. Users that an earlier release deleted have none.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn user_names(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, ItemsError> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let found = self.users_by_id(&ids).await?;
        let mut names: HashMap<UserId, String> = found
            .into_iter()
            .flatten()
            .map(|user| (user.id, user.name))
            .collect();
        ids.retain(|id| !names.contains_key(id));
        if ids.is_empty() {
            return Ok(names);
        }
        let keys: Vec<_> = ids.iter().map(|id| former_name_key(*id)).collect();
        let former: Vec<Option<String>> = self.table.get_many(&keys).await?;
        let former = ids.into_iter().zip(former);
        names.extend(former.filter_map(|(id, name)| Some((id, name?))));
        Ok(names)
    }
}
