// The title of an option has 256 characters at most.
use askback::Choice;

#[derive(Choice)]
enum Wordy {
    #[choice(title = "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long")]
    A,
    /// long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long
    B,
}

fn main() {}
