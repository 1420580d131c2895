//! What takes well below a millisecond, called over and over.

use super::rounds::Rounds;
use super::watch::{Stopwatch, scaled};

const ROUNDS: usize = 501;
const CALLS: u32 = 200;

/// What is compared: a name, and what is called.
pub(crate) type Work<'a> = (&'a str, &'a mut dyn FnMut());

/// Calls each in turn, whoever is first being another one each round. Gives nanoseconds a call.
pub(crate) fn take_turns<const N: usize>(mut work: [Work<'_>; N]) -> [Rounds; N] {
    let mut times = [const { Rounds::new() }; N];
    let (rounds, calls) = scaled((ROUNDS, CALLS), (3, 10));
    for round in 0..rounds {
        for turn in 0..N {
            let at = (round + turn) % N;
            let (Some((_, call)), Some(times)) = (work.get_mut(at), times.get_mut(at)) else {
                continue;
            };
            let watch = Stopwatch::start();
            for _ in 0..calls {
                call();
            }
            times.add(watch.stop().as_secs_f64() * 1e9 / f64::from(calls));
        }
    }
    for ((name, _), times) in work.iter().zip(&times) {
        println!("{name:<44} {times:>10.0} ns");
    }
    times
}
