//! What lies on the disk, and what is refused.

use std::error::Error as _;
use std::os::unix::fs::PermissionsExt;

use rusqlite::Connection;

use super::*;
use crate::ledger::cases::{accept, claiming, key, prompt, starting};
use crate::ledger::{Body, Held, Started, Verdict};

#[tokio::test]
async fn chains_survive_reopening() {
    let folder = Folder::new();
    let key = key(1, 1);
    {
        let (_, store) = open(&folder.file()).unwrap();
        store.start(starting(key)).await.unwrap();
        put(&store, key, 1, prompt(1, 1)).await;
    }
    let fence = {
        let (_, store) = open(&folder.file()).unwrap();
        let claimed = store.claim(claiming(key, 1, 1, 1)).await.unwrap();
        let Verdict::Claimed { grant, .. } = claimed.verdict else {
            panic!("{claimed:?}");
        };
        assert_eq!(claimed.state, Some(Body::from(vec![7; 100])));
        assert_eq!(claimed.shown, Some(Body::from(vec![1; 50])));
        grant.fence
    };
    // Whoever holds it holds it still.
    let (_, store) = open(&folder.file()).unwrap();
    assert_eq!(put(&store, key, fence, accept()).await, Written::Accepted);
    let held = Held {
        chains: 1,
        open_chains: 1,
        bytes: 512 + 128 + 50 + 200 + 1_000 + 128,
    };
    assert_eq!(store.held().await.unwrap(), held);
}

#[tokio::test]
async fn the_file_is_in_wal_mode_and_every_transaction_is_on_the_disk() {
    let folder = Folder::new();
    let (_, store) = open(&folder.file()).unwrap();
    let connection = store.connection.lock().await;
    let text = |pragma: &str| -> String {
        connection
            .query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0))
            .unwrap()
    };
    let number = |pragma: &str| -> i64 {
        connection
            .query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0))
            .unwrap()
    };
    assert_eq!(text("journal_mode"), "wal");
    assert_eq!(number("synchronous"), 2, "FULL");
    assert_eq!(number("busy_timeout"), 10_000);
    assert_eq!(number("trusted_schema"), 0);
}

#[tokio::test]
async fn nobody_else_may_read_the_file_or_what_lies_beside_it() {
    let folder = Folder::new();
    let (_, store) = open(&folder.file()).unwrap();
    let start = store.start(starting(key(1, 1))).await.unwrap();
    assert!(matches!(start, Started::Granted(_)));
    let mut files = 0;
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", entry.path());
        files += 1;
    }
    assert_eq!(files, 3, "the file, its log, its index");
}

fn refusal(folder: &Folder) -> String {
    let error = open(&folder.file()).unwrap_err();
    let text = error.to_string();
    let folder = folder.0.to_string_lossy();
    assert!(!text.contains(&*folder), "{text}");
    text
}

#[test]
fn a_file_that_others_may_read_is_refused() {
    for mode in [0o640, 0o604, 0o620, 0o666] {
        let folder = Folder::new();
        drop(open(&folder.file()).unwrap());
        std::fs::set_permissions(folder.file(), PermissionsExt::from_mode(mode)).unwrap();
        assert!(refusal(&folder).contains("give it the mode 0600"));
    }
}

#[test]
fn what_is_no_ledger_is_refused_and_left_as_it_is() {
    let write = |folder: &Folder, sql: &str| {
        drop(open(&folder.file()).unwrap());
        let connection = Connection::open(folder.file()).unwrap();
        connection.execute_batch(sql).unwrap();
    };
    let folder = Folder::new();
    write(&folder, "PRAGMA user_version = 2");
    assert!(refusal(&folder).contains("another version"));

    let folder = Folder::new();
    write(&folder, "PRAGMA application_id = 7");
    assert!(refusal(&folder).contains("something else"));

    let folder = Folder::new();
    write(
        &folder,
        "PRAGMA application_id = 0; PRAGMA user_version = 0",
    );
    assert!(refusal(&folder).contains("something else"));

    let folder = Folder::new();
    let text = "not a database at all, and longer than a header of one ".repeat(10);
    std::fs::write(folder.file(), &text).unwrap();
    std::fs::set_permissions(folder.file(), PermissionsExt::from_mode(0o600)).unwrap();
    assert!(refusal(&folder).contains("no SQLite file"));
    assert_eq!(std::fs::read_to_string(folder.file()).unwrap(), text);

    let folder = Folder::new();
    std::fs::create_dir(folder.file()).unwrap();
    assert!(refusal(&folder).contains("cannot be opened"));
}

#[test]
fn a_folder_that_is_not_there_is_refused_with_the_cause() {
    let folder = Folder::new();
    let error = open(&folder.0.join("none").join("ledger.sqlite")).unwrap_err();
    assert!(error.to_string().contains("check its folder"), "{error}");
    assert!(error.source().is_some());
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_an_error_and_changes_nothing() {
    let folder = Folder::new();
    let (_, store) = open(&folder.file()).unwrap();
    store.start(starting(key(1, 1))).await.unwrap();
    let held = store.held().await.unwrap();
    let connection = Connection::open(folder.file()).unwrap();
    connection
        .execute("UPDATE chains SET record = x'00'", [])
        .unwrap();
    let error = store.claim(claiming(key(1, 1), 1, 1, 1)).await.unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
    assert_eq!(store.held().await.unwrap(), held);
    // Others are served.
    let start = store.start(starting(key(2, 2))).await.unwrap();
    assert!(matches!(start, Started::Granted(_)));
}

#[tokio::test]
async fn no_token_lies_in_the_file() {
    use crate::clock::ManualClock;
    use crate::ledger::{Owner, Token};
    use crate::seal::{Audience, Principal};

    let folder = Folder::new();
    let (_, store) = open(&folder.file()).unwrap();
    let audience = Audience::new("a").unwrap();
    let token = Token::first(&ManualClock::new(99)).unwrap();
    let principal = Principal::new("issuer", "ada@example.com", "").unwrap();
    let key = ChainKey {
        owner: Owner::of(&audience, &principal),
        chain: token.chain(&audience),
    };
    store.start(starting(key)).await.unwrap();
    let Transition::Prompt {
        ttl, state, shown, ..
    } = prompt(1, 1)
    else {
        panic!("a prompt is a prompt");
    };
    let transition = Transition::Prompt {
        token: token.hash(&audience),
        ttl,
        state,
        shown,
    };
    put(&store, key, 1, transition).await;
    drop(store);
    let mut all = Vec::new();
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        all.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let holds = |bytes: &[u8]| all.windows(bytes.len()).any(|window| window == bytes);
    assert!(holds(token.hash(&audience).as_bytes()), "it is there");
    assert!(!holds(&token.as_bytes()[..16]) && !holds(&token.as_bytes()[16..]));
    assert!(!holds(token.text().as_bytes()));
    assert!(!holds(b"ada@example.com"));
}
