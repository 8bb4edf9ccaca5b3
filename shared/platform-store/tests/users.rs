//! Deletion of users whose records are damaged.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::user::User;
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key, Table};
use jiff::Timestamp;
use platform_store::{NewUser, PlatformStore, UserWriteError};

async fn added(store: &PlatformStore, name: &str) -> User {
    let new = NewUser {
        name: name.to_owned(),
        email: format!("{name}@agencia.test"),
        role: Role::Admin,
        active: true,
    };
    store
        .create_user(new, None, Timestamp::UNIX_EPOCH)
        .await
        .unwrap()
}

#[tokio::test]
async fn what_remains_of_a_user_with_a_damaged_record_is_deleted() {
    for is_there in [false, true] {
        let table = Table::new(Engine::memory().unwrap().client(), "platform");
        table.create().await.unwrap();
        let store = PlatformStore::new(table.clone());
        let (ana, bia) = (added(&store, "Ana").await, added(&store, "Bia").await);
        let record = Key::new(format!("USER#{}", ana.id), "USER");
        if is_there {
            let other = Entry::new(record.clone(), &"of another form").unwrap();
            table.put(other, Condition::Any).await.unwrap();
        } else {
            table.delete(record.clone(), Condition::Any).await.unwrap();
        }
        let now = Timestamp::UNIX_EPOCH;
        let emails = store.delete_user(ana.id, now).await.unwrap();
        assert_eq!(emails, ["ana@agencia.test"]);
        let credentials = Key::new(format!("USER#{}", ana.id), "CREDENTIALS");
        let reservation = Key::new("EMAIL#ana@agencia.test", "EMAIL");
        let remains = table.present(&[record, credentials, reservation]).await;
        assert_eq!(remains.unwrap(), []);
        // The counter does not count her: the other one is the last.
        let refused = store.delete_user(bia.id, now).await;
        assert!(
            matches!(refused, Err(UserWriteError::LastAdmin)),
            "{refused:?}"
        );
        let again = store.delete_user(ana.id, now).await;
        assert!(matches!(again, Err(UserWriteError::Missing)), "{again:?}");
        let unknown = store.delete_user(UserId(99), now).await;
        assert!(
            matches!(unknown, Err(UserWriteError::Missing)),
            "{unknown:?}"
        );
        added(&store, "Ana").await;
    }
}
