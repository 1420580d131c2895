"""Drives the `mcp` package's `Client`: `python python.py < job.json`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2
from driver import MODES, Answer, Ask, Question, main, prompt_texts, texts, timeout_for_all
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult


class PythonSession:
    def __init__(self, client: Client) -> None:
        self.client = client
        self.version = client.protocol_version

    def alive(self) -> bool:
        # A transport that fell cancels whoever uses the client; who still runs has one.
        return True

    async def tool(
        self, name: str, arguments: dict[str, Any], timeout: float | None, progress: Any
    ) -> dict[str, Any]:
        result = await self.client.call_tool(name, arguments, timeout, progress)
        return {
            "text": texts(result.content),
            "isError": bool(result.is_error),
            "structured": result.structured_content,
        }

    async def prompt(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await self.client.get_prompt(name, arguments)
        return {"text": prompt_texts(result.messages), "isError": False, "structured": None}

    async def resource(self, uri: str) -> dict[str, Any]:
        result = await self.client.read_resource(uri)
        return {"text": texts(result.contents), "isError": False, "structured": None}


@asynccontextmanager
async def connect(job: dict[str, Any], ask: Ask) -> AsyncIterator[PythonSession]:
    async def elicit(_context: Any, params: Any) -> ElicitResult:
        answer: Answer = await ask.answer(Question.of(params))
        return ElicitResult(action=answer.action, content=answer.content)

    where, mode = job["server"], MODES[job.get("era", "default")]
    async with AsyncExitStack() as stack:
        if "url" in where:
            # As the client makes it by default, with headers: a server may hold a response open.
            http = httpx2.AsyncClient(headers=where.get("headers", {}), timeout=httpx2.Timeout(30, read=300))
            server: Any = streamable_http_client(
                where["url"], http_client=await stack.enter_async_context(http)
            )
        else:
            server = StdioServerParameters(
                command=where["command"], args=where.get("args", []), env=where.get("env")
            )
        said = {} if mode is None else {"mode": mode}
        seconds = timeout_for_all(job)
        client = Client(server, elicitation_callback=elicit, read_timeout_seconds=seconds, **said)
        yield PythonSession(await stack.enter_async_context(client))


if __name__ == "__main__":
    main(connect)
