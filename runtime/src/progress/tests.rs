//! Snapshots of a call, one by one and all at once.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::clock::ManualClock;

mod signs;

type Answer = dyn FnMut() -> Result<(), String> + Send;

/// Remembers what it heard, and does something on the way.
#[derive(Default)]
struct Ear {
    heard: Mutex<Vec<Update>>,
    answer: Mutex<Option<Box<Answer>>>,
}

impl Listener for Ear {
    fn hear(&self, update: &Update) -> Result<(), String> {
        self.heard.lock().unwrap().push(update.clone());
        let answer = self.answer.lock().unwrap().take();
        match answer {
            Some(mut answer) => answer(),
            None => Ok(()),
        }
    }
}

impl Ear {
    fn completed(&self) -> Vec<f64> {
        let heard = self.heard.lock().unwrap();
        heard.iter().map(|update| update.completed).collect()
    }

    /// What it does with the next update.
    fn next(&self, answer: impl FnMut() -> Result<(), String> + Send + 'static) {
        *self.answer.lock().unwrap() = Some(Box::new(answer));
    }
}

fn call() -> (Arc<ManualClock>, Arc<Ear>, Progress) {
    let (clock, ear) = (Arc::new(ManualClock::default()), Arc::new(Ear::default()));
    let progress = Progress::new(clock.clone(), Some(ear.clone()));
    (clock, ear, progress)
}

fn after(clock: &ManualClock, milliseconds: u64) {
    clock.advance(Duration::from_millis(milliseconds));
}

#[test]
fn numbers_and_texts_of_every_kind_are_taken() {
    let (clock, ear, progress) = call();
    let (owned, none) = (String::from("owned"), None::<u64>);
    progress.report(1_u8, 2_usize, "text");
    after(&clock, 100);
    progress.report(2.5, None, &owned);
    after(&clock, 100);
    progress.report(3_i64, none.map(|none| none as f64), owned);
    after(&clock, 100);
    progress.report(4, Some(4.5), None);
    after(&clock, 100);
    progress.report(5_f32, 5, Some("some"));
    let heard = ear.heard.lock().unwrap();
    let told: Vec<_> = heard
        .iter()
        .map(|it| (it.completed, it.total, it.message.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            (1.0, Some(2.0), Some("text")),
            (2.5, None, Some("owned")),
            (3.0, None, Some("owned")),
            (4.0, Some(4.5), None),
            (5.0, Some(5.0), Some("some")),
        ]
    );
    assert!(progress.faults().is_empty());
}

#[test]
fn what_is_no_update_is_a_fault_and_counts_for_nothing() {
    let long = "ä".repeat(512) + "x";
    type Report<'a> = Box<dyn Fn(&Progress) + 'a>;
    let cases: [(Report<'_>, ProgressFault); 10] = [
        (
            Box::new(|it| it.report(f64::NAN, None, None)),
            ProgressFault::NotFinite,
        ),
        (
            Box::new(|it| it.report(f64::INFINITY, f64::INFINITY, None)),
            ProgressFault::NotFinite,
        ),
        (
            Box::new(|it| it.report(f32::NEG_INFINITY, None, None)),
            ProgressFault::NotFinite,
        ),
        (
            Box::new(|it| it.report(-1, None, None)),
            ProgressFault::Negative,
        ),
        (
            Box::new(|it| it.report(-f64::MIN_POSITIVE, None, None)),
            ProgressFault::Negative,
        ),
        (
            Box::new(|it| it.report(9, f64::NAN, None)),
            ProgressFault::TotalNotFinite,
        ),
        (
            Box::new(|it| it.report(9, f64::INFINITY, None)),
            ProgressFault::TotalNotFinite,
        ),
        (
            Box::new(|it| it.report(9, 8, None)),
            ProgressFault::TotalTooSmall,
        ),
        (
            Box::new(|it| it.report(9, Some(-1.0), None)),
            ProgressFault::TotalTooSmall,
        ),
        (
            Box::new(|it| it.report(9, None, &long)),
            ProgressFault::MessageTooLong,
        ),
    ];
    for (report, fault) in cases {
        let (_, ear, progress) = call();
        report(&progress);
        assert_eq!(progress.faults(), std::slice::from_ref(&fault));
        assert!(ear.completed().is_empty(), "{fault}");
        progress.report(0, 0, &long[..1_024]);
        assert_eq!(ear.completed(), [0.0], "it did not count: {fault}");
        assert_eq!(progress.faults().len(), 1);
    }
}

#[test]
fn one_update_in_a_hundred_milliseconds_and_the_others_count() {
    let (clock, ear, progress) = call();
    progress.report(1, None, None);
    progress.report(5, None, None);
    after(&clock, 99);
    progress.report(7, None, None);
    after(&clock, 1);
    progress.report(6, None, None);
    assert_eq!(ear.completed(), [1.0]);
    assert_eq!(
        progress.faults(),
        [ProgressFault::Decreasing],
        "7 was suppressed, and counted"
    );
    progress.report(7, None, None);
    assert_eq!(
        ear.completed(),
        [1.0, 7.0],
        "the same again is no step back"
    );
    after(&clock, 100);
    assert_eq!(ear.completed(), [1.0, 7.0], "there is no timer");
}

#[test]
fn a_clock_that_is_set_back_stops_nothing_for_long() {
    let (clock, ear, progress) = call();
    progress.report(1, None, None);
    clock.set(clock.now() - 3_600_000);
    for completed in 2..10 {
        progress.report(completed, None, None);
    }
    assert_eq!(ear.completed(), [1.0]);
    after(&clock, 100);
    progress.report(10, None, None);
    assert_eq!(ear.completed(), [1.0, 10.0]);
}

#[test]
fn a_report_from_within_a_delivery_is_suppressed() {
    let (clock, ear, progress) = call();
    let (inner, later) = (progress.clone(), Arc::clone(&clock));
    ear.next(move || {
        later.advance(Duration::from_secs(1));
        inner.report(2, None, None);
        Ok(())
    });
    progress.report(1, None, None);
    assert_eq!(ear.completed(), [1.0]);
    progress.report(1, None, None);
    assert_eq!(progress.faults(), [ProgressFault::Decreasing], "2 counted");
    progress.report(3, None, None);
    assert_eq!(ear.completed(), [1.0, 3.0], "the delivery is over");
}

#[test]
fn a_report_beside_a_delivery_is_suppressed_and_does_not_wait() {
    let (clock, ear, progress) = call();
    let (begun, has_begun) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    ear.next(move || {
        begun.send(()).unwrap();
        may_go_on.recv().unwrap();
        Ok(())
    });
    std::thread::scope(|scope| {
        scope.spawn(|| progress.report(1, None, None));
        has_begun.recv().unwrap();
        after(&clock, 500);
        progress.report(2, None, None);
        go_on.send(()).unwrap();
    });
    assert_eq!(ear.completed(), [1.0]);
}

#[test]
fn whoever_listens_badly_changes_nothing() {
    let (clock, ear, progress) = call();
    ear.next(|| Err("the line is dead".to_owned()));
    progress.report(1, None, None);
    after(&clock, 100);
    ear.next(|| panic!("no ear"));
    progress.report(2, None, None);
    after(&clock, 100);
    progress.report(3, None, None);
    assert_eq!(ear.completed(), [1.0, 2.0, 3.0]);
    assert_eq!(
        progress.faults(),
        [
            ProgressFault::Undelivered("the line is dead".to_owned()),
            ProgressFault::Panicked,
        ]
    );
}

#[test]
fn the_faults_of_a_call_are_bounded() {
    let (_, _, progress) = call();
    for _ in 0..1_000 {
        progress.report(-1, None, None);
    }
    assert_eq!(progress.faults(), vec![ProgressFault::Negative; 16]);
}

#[test]
fn after_the_end_nothing_is_delivered_and_nothing_is_wrong() {
    let (_, ear, progress) = call();
    progress.end();
    progress.report(1, None, None);
    progress.report(-1, None, None);
    assert!(ear.completed().is_empty() && progress.faults().is_empty());
}

#[test]
fn the_end_waits_for_a_delivery_and_not_for_itself() {
    let (_, ear, progress) = call();
    let (begun, has_begun) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let over = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&over);
    ear.next(move || {
        begun.send(()).unwrap();
        may_go_on.recv().unwrap();
        told.store(true, SeqCst);
        Ok(())
    });
    std::thread::scope(|scope| {
        scope.spawn(|| progress.report(1, None, None));
        has_begun.recv().unwrap();
        let end = scope.spawn(|| {
            progress.end();
            over.load(SeqCst)
        });
        go_on.send(()).unwrap();
        assert!(end.join().unwrap(), "the delivery was over first");
    });

    let (_, ear, progress) = call();
    let inner = progress.clone();
    ear.next(move || {
        inner.end();
        Ok(())
    });
    progress.report(1, None, None);
    progress.report(2, None, None);
    assert_eq!(ear.completed(), [1.0]);
}
