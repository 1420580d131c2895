"""Drives FastMCP's `Client`: `python fastmcp_client.py < job.json`.

Its handler is given a type made from the schema, and its users answer by constructing that type; so does this driver.
What that type does not take is reported as `typed` and answered with a plain dictionary, which the handler may return too.
With the option `typed: false`, every answer is a plain dictionary.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from driver import MODES, Answer, Ask, Question, main, prompt_texts, texts, timeout_for_all
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport


class FastMcpSession:
    def __init__(self, client: Client[Any]) -> None:
        self.client = client
        self.version = client.protocol_version

    def alive(self) -> bool:
        return self.client.is_connected()

    async def tool(
        self, name: str, arguments: dict[str, Any], timeout: float | None, progress: Any
    ) -> dict[str, Any]:
        # `raise_on_error=False`: an error result is reported as the result that it is.
        result = await self.client.call_tool(
            name, arguments, timeout=timeout, progress_handler=progress, raise_on_error=False
        )
        return {
            "text": texts(result.content),
            "isError": bool(result.is_error),
            "structured": result.structured_content,
        }

    async def prompt(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await self.client.get_prompt(name, arguments)
        return {"text": prompt_texts(result.messages), "isError": False, "structured": None}

    async def resource(self, uri: str) -> dict[str, Any]:
        contents = await self.client.read_resource(uri)
        return {"text": texts(contents), "isError": False, "structured": None}


@asynccontextmanager
async def connect(job: dict[str, Any], ask: Ask) -> AsyncIterator[FastMcpSession]:
    by_type = job.get("options", {}).get("typed", True)

    async def elicit(_message: str, response_type: Any, params: Any, _context: Any) -> Any:
        made: list[Any] = []

        def typed(answer: Answer) -> str | None:
            if not by_type or answer.action != "accept" or answer.content is None or response_type is None:
                return None
            try:
                made.append(response_type(**answer.content))
            except Exception as error:
                return f"{type(error).__name__}: {error}"
            return None

        answer = await ask.answer(Question.of(params), typed)
        content = made[0] if made else answer.content
        return ElicitResult(action=answer.action, content=content)

    where, mode = job["server"], MODES[job.get("era", "default")]
    if "url" in where:
        transport: Any = StreamableHttpTransport(where["url"], headers=where.get("headers"))
    else:
        # The server of a connection ends with it.
        transport = StdioTransport(
            where["command"], where.get("args", []), env=where.get("env"), keep_alive=False
        )
    said = {} if mode is None else {"mode": mode}
    seconds = timeout_for_all(job)
    async with Client(transport, elicitation_handler=elicit, timeout=seconds, **said) as client:
        yield FastMcpSession(client)


if __name__ == "__main__":
    main(connect)
