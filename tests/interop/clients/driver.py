"""What both Python drivers share: the job, the answers, what is reported, and how long a scenario may take.

A driver reads one job (JSON) from standard input and writes JSON lines to standard output; log goes to standard error.
It connects, calls, answers from the data and reports. It judges nothing.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import anyio
from mcp import MCPError
from mcp.client._input_required import _dispatch_all
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT

# What `mode` of either client stands for an era; None: nothing is said to it.
MODES = {"default": None, "modern": "2026-07-28", "handshake": "legacy"}
CONNECT_SECONDS = 30
CLOSE_SECONDS = 20


def emit(**line: Any) -> None:
    """One line of the report, flushed at once."""
    sys.stdout.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


class HandlerFailed(Exception):
    """What the handler throws where the job says "fail"."""


@dataclass
class Answer:
    action: str
    content: dict[str, Any] | None
    after: int


@dataclass
class Scenario:
    id: str
    calls: list[dict[str, Any]]
    unused: list[dict[str, Any]]
    seconds: float
    ends: int = 0
    waiting: str = "a connection"
    deadline: float | None = None
    under_way: bool = False

    def wait_for(self, what: str) -> None:
        self.waiting = what
        emit(scenario=self.id, waiting=what)

    def over(self) -> bool:
        return self.ends >= len(self.calls)

    def end(self, **what: Any) -> None:
        self.ends += 1
        self.under_way = False
        emit(scenario=self.id, end=what)


@dataclass
class Question:
    mode: str
    message: str
    schema: Any = None
    url: str | None = None
    elicitation_id: str | None = None

    @classmethod
    def of(cls, params: Any) -> Question:
        """From `ElicitRequestFormParams` or `ElicitRequestURLParams`, which both clients hand to their handlers."""
        if params.mode == "url":
            return cls("url", params.message, url=params.url, elicitation_id=params.elicitation_id)
        return cls("form", params.message, schema=params.requested_schema)

    def line(self) -> dict[str, Any]:
        line: dict[str, Any] = {"mode": self.mode, "message": self.message}
        if self.mode == "form":
            line["schema"] = self.schema
        else:
            line["url"] = self.url
        if self.elicitation_id is not None:
            line["elicitationId"] = self.elicitation_id
        return line


@dataclass
class Ask:
    """Answers from the data of the scenario that runs."""

    scenario: Scenario | None = None
    doing: str = ""

    async def answer(
        self, question: Question, typed: Callable[[Answer], str | None] = lambda _: None
    ) -> Answer:
        """The first unused answer whose `about` the message contains; none fits: cancel.

        `typed` is shown the answer before it is reported, and says what kept it out of the client's own type.
        """
        scenario = self.scenario
        entries = scenario.unused if scenario else []
        entry = next((e for e in entries if e["about"] in question.message), None)
        if entry is None:
            self._report(question, None)
            return Answer("cancel", None, 0)
        entries.remove(entry)
        answer = Answer(entry["action"], entry.get("content"), entry.get("after", 0))
        answered: dict[str, Any] = {"action": answer.action}
        if answer.content is not None:
            answered["content"] = answer.content
        if problem := typed(answer):
            answered["typed"] = problem
        self._report(question, answered)
        if scenario and answer.after:
            scenario.wait_for(f"the person, who takes {answer.after} ms")
            await anyio.sleep(answer.after / 1000)
        if scenario:
            scenario.wait_for(f"the next question, or the end, of {self.doing}")
        if answer.action == "fail":
            raise HandlerFailed("the handler fails, as the job says")
        return answer

    def _report(self, question: Question, answered: dict[str, Any] | None) -> None:
        name = self.scenario.id if self.scenario else None
        emit(scenario=name, asked=question.line(), answered=answered)


class Session(Protocol):
    """One connection of a client."""

    version: str | None

    def alive(self) -> bool: ...
    async def tool(
        self, name: str, arguments: dict[str, Any], timeout: float | None, progress: Any
    ) -> dict[str, Any]: ...
    async def prompt(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]: ...
    async def resource(self, uri: str) -> dict[str, Any]: ...


Connect = Callable[[dict[str, Any], Ask], AbstractAsyncContextManager[Session]]


def timeout_for_all(job: dict[str, Any]) -> float | None:
    """Prompts and resources take no timeout of their own in either client, but the client takes one for everything."""
    calls = [call for scenario in job["scenarios"] for call in scenario["calls"]]
    given = [call["timeout"] / 1000 for call in calls if "timeout" in call and "tool" not in call]
    return max(given, default=None)


def texts(contents: Any) -> str:
    return "\n".join(c.text for c in contents if isinstance(getattr(c, "text", None), str))


def prompt_texts(messages: Any) -> str:
    return texts(m.content for m in messages)


def leaf(error: BaseException) -> BaseException:
    """The first error that is no group: task groups wrap what a handler threw."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def from_server(error: MCPError) -> bool:
    """Clients raise the same type where they give up by themselves: late, cut off, or with what their handler gave."""
    if error.code in (CONNECTION_CLOSED, REQUEST_TIMEOUT):
        return False
    frames = traceback.extract_tb(error.__traceback__)
    return not any(frame.name == _dispatch_all.__name__ for frame in frames)


def described(error: BaseException) -> dict[str, Any]:
    error = leaf(error)
    if not isinstance(error, MCPError):
        return {"code": None, "message": f"{type(error).__name__}: {error}", "data": None}
    if not from_server(error):
        return {"code": None, "message": f"MCPError {error.code}: {error.message}", "data": error.data}
    return {"code": error.code, "message": error.message, "data": error.data}


async def run_call(session: Session, scenario: Scenario, ask: Ask, call: dict[str, Any]) -> dict[str, Any]:
    """What the call ended with."""

    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        emit(scenario=scenario.id, progress={"progress": progress, "total": total, "message": message})

    arguments = call.get("arguments", {})
    kind, name = next((k, call[k]) for k in ("tool", "prompt", "resource") if k in call)
    method = {"tool": "tools/call", "prompt": "prompts/get", "resource": "resources/read"}[kind]
    ask.doing = f"{method} {name}"
    scenario.wait_for(f"the first question, or the end, of {ask.doing}")
    if kind == "tool":
        timeout = call["timeout"] / 1000 if "timeout" in call else None
        return await session.tool(name, arguments, timeout, progressed if call.get("progress") else None)
    if kind == "prompt":
        return await session.prompt(name, arguments)
    return await session.resource(name)


async def run_scenario(session: Session, scenario: Scenario, ask: Ask) -> bool:
    """The calls that have no `end` yet. Whether the connection can be used for the next ones."""
    if scenario.deadline is None:
        scenario.deadline = anyio.current_time() + scenario.seconds
    with anyio.CancelScope(deadline=scenario.deadline) as limit:
        while not scenario.over():
            scenario.under_way = True
            try:
                scenario.end(**await run_call(session, scenario, ask, scenario.calls[scenario.ends]))
            except Exception as error:
                scenario.end(error=described(error))
                if not session.alive() or getattr(leaf(error), "code", None) == CONNECTION_CLOSED:
                    return False
    if limit.cancelled_caught:
        scenario.end(timedOut=scenario.waiting)
        scenario.ends = len(scenario.calls)
        # Whatever it waited for could still come, in the next scenario.
        return False
    return True


async def run_connection(connect: Connect, job: dict[str, Any], ask: Ask, left: list[Scenario]) -> None:
    """Runs scenarios on one connection for as long as it lasts, and takes them out of `left`."""
    with anyio.fail_after(CONNECT_SECONDS) as limit:
        async with connect(job, ask) as session:
            limit.deadline = float("inf")
            emit(connected={"version": session.version})
            while left:
                ask.scenario = left[0]
                again = await run_scenario(session, left[0], ask)
                if left[0].over():
                    left.pop(0)
                if not again:
                    break
            limit.deadline = anyio.current_time() + CLOSE_SECONDS


async def run(connect: Connect, job: dict[str, Any]) -> int:
    left = [
        Scenario(s["id"], s["calls"], list(s.get("answers", [])), s.get("seconds", 30)) for s in job["scenarios"]
    ]
    ask = Ask()
    while left:
        ask.scenario = None
        try:
            await run_connection(connect, job, ask, left)
        except Exception as error:
            scenario = ask.scenario
            if scenario is None:
                slow = isinstance(leaf(error), TimeoutError)
                why = f"nothing within {CONNECT_SECONDS} s" if slow else described(error)["message"]
                emit(failed=f"could not connect: {why}")
                return 1
            print(f"the connection of {scenario.id} ended: {leaf(error)!r}", file=sys.stderr)
            if scenario.under_way:
                # The transport fell while a call waited: that is how the call ended.
                scenario.end(error=described(error))
                if scenario.over():
                    left.remove(scenario)
    return 0


def watch(seconds: float) -> threading.Timer:
    """Ends the process should a client block where no cancellation reaches; its pipes close, and so its server ends."""

    def give_up() -> None:
        emit(failed=f"not over after {seconds} s")
        os._exit(1)

    timer = threading.Timer(seconds, give_up)
    timer.daemon = True
    timer.start()
    return timer


def main(connect: Connect) -> None:
    job = json.load(sys.stdin)
    each = CONNECT_SECONDS + CLOSE_SECONDS
    timer = watch(sum(s.get("seconds", 30) + each for s in job["scenarios"]) + 10)
    code = anyio.run(run, connect, job)
    timer.cancel()
    sys.exit(code)
