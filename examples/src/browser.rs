//! What opens the pages that the person agrees to visit.

use std::{fmt, sync::Arc, thread, time::Duration};

use crate::{question::printable, wire::Wire};

/// Opens a URL, and gives what the page says.
pub(crate) type Pages = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// What opens the pages that the person agrees to visit. The pages are played by a closure: nothing is fetched.
#[derive(Clone)]
pub struct Browser {
    pages: Pages,
    wire: Wire,
}

impl fmt::Debug for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Browser")
    }
}

impl Browser {
    pub(crate) fn new(pages: Pages, wire: Wire) -> Self {
        Self { pages, wire }
    }

    /// Opens the URL when the time has passed, and prints what the page says. Does not wait for it.
    pub(crate) fn open(&self, url: &str, after: Duration) {
        let (browser, url) = (self.clone(), url.to_owned());
        let open = move || {
            thread::sleep(after);
            let said = (browser.pages)(&url);
            browser.wire.page(&printable(&said));
        };
        if after.is_zero() {
            open();
        } else {
            // The visit goes on while the answer is under way, as it would with a person.
            thread::spawn(open);
        }
    }
}
