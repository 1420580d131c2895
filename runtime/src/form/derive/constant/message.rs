//! Text put together in constant context, where `format!` is not to be had.

/// A message of bounded size. What does not fit is left out.
pub(crate) struct Message {
    bytes: [u8; Self::ROOM],
    used: usize,
}

impl Message {
    const ROOM: usize = 1_024;

    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; Self::ROOM],
            used: 0,
        }
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        let more = text.as_bytes();
        if more.len() > Self::ROOM - self.used {
            return self;
        }
        let mut at = 0;
        while at < more.len() {
            self.bytes[self.used + at] = more[at];
            at += 1;
        }
        self.used += more.len();
        self
    }

    pub(crate) const fn whole(mut self, value: i128) -> Self {
        if value < 0 {
            self = self.text("-");
        }
        let mut digits = [b'0'; 40];
        let mut first = digits.len();
        let mut rest = value.unsigned_abs();
        while rest > 0 || first == digits.len() {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        match std::str::from_utf8(digits.split_at(first).1) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    /// Each in quotes, separated by commas.
    pub(crate) const fn list(mut self, values: &[&str]) -> Self {
        let mut at = 0;
        while at < values.len() {
            if at > 0 {
                self = self.text(", ");
            }
            self = self.text("\"").text(values[at]).text("\"");
            at += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.used).0) {
            Ok(text) => text,
            Err(_) => "a value does not fit",
        }
    }

    /// Ends the compile with this message.
    #[track_caller]
    pub(crate) const fn fail(self) -> ! {
        panic!("{}", self.as_str())
    }
}

/// The number of Unicode code points in a text.
pub(crate) const fn code_points(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        // Continuation bytes begin with the bits 10.
        if bytes[at] & 0xC0 != 0x80 {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Whether a list has this text.
pub(crate) const fn contains(list: &[&str], text: &str) -> bool {
    let mut at = 0;
    while at < list.len() {
        if same(list[at].as_bytes(), text.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_together() {
        let message = Message::new()
            .text("a ")
            .whole(-120)
            .text(" b ")
            .whole(0)
            .text(" ")
            .list(&["x", "y"]);
        assert_eq!(message.as_str(), "a -120 b 0 \"x\", \"y\"");
        assert_eq!(
            Message::new().whole(i128::MIN).as_str(),
            i128::MIN.to_string()
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let long = "é".repeat(Message::ROOM);
        assert_eq!(
            Message::new().text("a").text(&long).text("b").as_str(),
            "ab"
        );
    }

    #[test]
    fn code_points_are_counted_and_texts_compared() {
        assert_eq!(code_points("aé😀"), 3);
        assert_eq!(code_points("é…🦀a"), 4);
        assert!(contains(&["a", "bc"], "bc"));
        assert!(!contains(&["a", "bc"], "b"));
    }
}
