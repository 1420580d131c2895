//! Signs that a call waits, between what its handler reports.

use super::*;

const WAITS: &str = "Waiting";

#[test]
fn signs_rise_without_a_total_and_take_nothing_of_what_is_counted() {
    let (clock, ear, progress) = call();
    for _ in 0..200 {
        after(&clock, 10_000);
        progress.sign(WAITS);
    }
    let completed = ear.completed();
    assert_eq!(completed.len(), 200);
    assert!(completed.is_sorted_by(|one, next| one < next));
    assert!(completed.iter().all(|it| *it > 0.0 && *it < 0.001));
    let heard = ear.heard.lock().unwrap();
    assert!(heard.iter().all(|it| it.total.is_none()));
    assert!(heard.iter().all(|it| it.message.as_deref() == Some(WAITS)));
}

#[test]
fn what_is_reported_after_a_sign_is_no_step_back() {
    let (clock, ear, progress) = call();
    progress.sign(WAITS);
    let told = ear.completed()[0];
    for (completed, total) in [(0.0, Some(2.0)), (0.0, Some(0.0)), (1.0, Some(2.0))] {
        after(&clock, 100);
        progress.report(completed, total, None);
    }
    assert_eq!(ear.completed(), [told, told, told, 1.0]);
    let totals: Vec<_> = ear
        .heard
        .lock()
        .unwrap()
        .iter()
        .map(|it| it.total)
        .collect();
    assert_eq!(
        totals,
        [None, Some(2.0), None, Some(2.0)],
        "a total is no less than what is done"
    );
    assert!(progress.faults().is_empty());
    progress.report(0.5, None, None);
    assert_eq!(
        progress.faults(),
        [ProgressFault::Decreasing],
        "what the handler itself reported still counts"
    );
}

#[test]
fn a_sign_goes_on_from_what_was_reported() {
    for reported in [5.0, 1e15, 1e300] {
        let (clock, ear, progress) = call();
        progress.report(reported, reported, None);
        for _ in 0..3 {
            after(&clock, 10_000);
            progress.sign(WAITS);
        }
        let completed = ear.completed();
        assert_eq!(completed.len(), 4);
        assert!(
            completed.is_sorted_by(|one, next| one < next),
            "{completed:?}"
        );
        assert!(completed[3] / reported < 1.000_001);
    }
    let (clock, ear, progress) = call();
    progress.report(f64::MAX, None, None);
    after(&clock, 10_000);
    progress.sign(WAITS);
    assert_eq!(ear.completed(), [f64::MAX], "there is no number above it");
}

#[test]
fn signs_and_reports_share_one_throttle() {
    let (clock, ear, progress) = call();
    progress.report(1, None, None);
    progress.sign(WAITS);
    after(&clock, 99);
    progress.sign(WAITS);
    assert_eq!(ear.completed(), [1.0]);
    after(&clock, 1);
    progress.sign(WAITS);
    progress.report(2, None, None);
    assert_eq!(ear.completed().len(), 2);
    after(&clock, 100);
    progress.report(2, None, None);
    assert_eq!(ear.completed()[2..], [2.0]);
}

#[test]
fn after_the_end_there_is_no_sign() {
    let (_, ear, progress) = call();
    progress.end();
    progress.sign(WAITS);
    assert!(ear.completed().is_empty());
}

#[test]
fn a_sign_that_is_lost_is_no_fault_of_the_handlers() {
    let (clock, ear, progress) = call();
    ear.next(|| Err("the line is dead".to_owned()));
    progress.sign(WAITS);
    after(&clock, 100);
    ear.next(|| panic!("no ear"));
    progress.sign(WAITS);
    after(&clock, 100);
    progress.sign(WAITS);
    assert_eq!(ear.completed().len(), 3);
    assert!(progress.faults().is_empty());
}
