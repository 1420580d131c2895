//! How a call is kept between its rounds.

use askback::ledger::Limits;
use askback::{Askback, Builder};

use crate::stores::Stores;

pub(crate) enum Kept {
    Sealed,
    Ledger(Stores),
}

/// Each function as a test of its own for each way.
macro_rules! however_kept {
    ($($test:ident)*) => {
        mod sealed {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::kept::Kept::Sealed).await;
            })*
        }
        mod memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::kept::Kept::memory()).await;
            })*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::kept::Kept::sqlite()).await;
            })*
        }
    };
}
pub(crate) use however_kept;

impl Kept {
    pub(crate) fn memory() -> Self {
        Self::Ledger(Stores::memory(Limits::default()))
    }

    pub(crate) fn sqlite() -> Self {
        Self::Ledger(Stores::sqlite(Limits::default()))
    }

    pub(crate) fn is_sealed(&self) -> bool {
        matches!(self, Self::Sealed)
    }

    /// One more process of the deployment. Those with a ledger share it, the one in memory too.
    pub(crate) async fn askback(&self) -> Askback {
        let builder = match self {
            Self::Sealed => sealed(),
            Self::Ledger(stores) => stores.builder().await,
        };
        builder.build().unwrap()
    }
}

/// A deployment that seals with a key that all its processes have.
pub(crate) fn sealed() -> Builder {
    Askback::builder().key([7; 32]).audience("deployed tests")
}
