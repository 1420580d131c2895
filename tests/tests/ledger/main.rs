//! Calls that a ledger keeps, end to end, the same tests for every store: tools over MCP, and operations of a registry.
//!
//! Where `redis-server` is missing its tests say so and pass, unless `ASKBACK_REQUIRE_ALL=1`: then they fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod desk;
mod many;
mod room;
#[allow(
    dead_code,
    unused_imports,
    reason = "the tests of the store itself use more of it"
)]
#[path = "../redis/server.rs"]
mod server;
mod stores;
mod two;

use stores::for_every_store;

for_every_store! {
    calls::a_tool_runs_once_and_its_replay_runs_nothing;
    calls::a_state_of_the_authors_own_is_kept;
    calls::what_is_altered_or_foreign_is_no_state;
    calls::a_decline_ends_the_call_for_good;
    calls::an_invalid_answer_keeps_the_valid_ones;
    calls::a_failure_and_a_panic_are_not_run_again;
    calls::a_call_goes_on_in_another_process;
    many::of_many_with_the_last_token_one_runs_the_handler;
    many::all_with_an_earlier_token_get_the_same_prompt;
    many::of_many_different_answers_one_counts;
    two::the_one_whose_lease_ended_commits_nothing;
    two::an_operation_that_does_not_recover_is_not_called_again;
    room::a_principal_fills_its_own_room_only;
    room::what_is_over_takes_room_of_its_principal_only;
    room::a_full_ledger_is_busy_and_gives_up_no_open_prompt;
}
