"""The same as `agent_client.py` with the client of a2a-sdk 1.x, which reads 0.3 agents too.

    python agent_client_v1.py http://127.0.0.1:PORT SCENARIO...

It knows neither the data nor the number of a refusal; shown is the class of its exception. Numbers of data parts come out of protobuf.
"""

import asyncio
import ipaddress
import json
import sys
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import a2a_pb2
from a2a.utils.errors import A2AError
from google.protobuf import json_format

STATES = a2a_pb2.TaskState.DESCRIPTOR.values_by_number


def show(call, text, **members):
    print(json.dumps({"call": call, "text": text, **members}, ensure_ascii=False, sort_keys=True), flush=True)


def state_of(status):
    return STATES[status.state].name.removeprefix("TASK_STATE_").lower().replace("_", "-")


def texts(parts):
    return [part.text for part in parts if part.WhichOneof("content") == "text"]


def data(parts):
    return [json_format.MessageToDict(part.data) for part in parts if part.WhichOneof("content") == "data"]


class Seen:
    """A task as its events tell it."""

    def __init__(self):
        self.kinds, self.artifacts, self.status = [], {}, None

    def take(self, response):
        kind = response.WhichOneof("payload")
        event = getattr(response, kind)
        if kind == "artifact_update":
            artifact = event.artifact
            self.kinds.append(f"artifact-update {artifact.artifact_id}" + (" more" if event.append else ""))
            before = self.artifacts.get(artifact.artifact_id, "") if event.append else ""
            self.artifacts[artifact.artifact_id] = before + "".join(texts(artifact.parts))
            return
        self.status = event.status
        self.kinds.append(f"{kind.replace('_', '-')} {state_of(event.status)}")
        if kind == "task":
            self.artifacts = {a.artifact_id: "".join(texts(a.parts)) for a in event.artifacts}

    def told(self):
        parts = self.status.message.parts
        seen = {"events": self.kinds, "end": state_of(self.status)}
        if seen["end"] == "failed":
            error = next(d for d in data(parts) if "errorCode" in d)
            seen["failed"] = {"data": error, "text": texts(parts), "artifacts": self.artifacts}
        elif seen["end"] in ("input-required", "auth-required"):
            seen["question"] = texts(parts)
        else:
            seen["result"] = {"text": texts(parts), "data": data(parts), "artifacts": self.artifacts}
        return seen


async def message(client, text):
    parts = [a2a_pb2.Part(text=text)]
    message = a2a_pb2.Message(role=a2a_pb2.ROLE_USER, message_id=str(uuid4()), parts=parts)
    seen = Seen()
    async for response in client.send_message(a2a_pb2.SendMessageRequest(message=message)):
        seen.take(response)
    return seen.told()


async def main(base, scenarios):
    host = urlsplit(base).hostname or ""
    if not ipaddress.ip_address(host).is_loopback:
        raise ValueError("not a loopback address")
    async with httpx.AsyncClient(trust_env=False) as http:
        card = await A2ACardResolver(http, base).get_agent_card()
        for text in scenarios:
            for call in ("send", "stream"):
                client = ClientFactory(ClientConfig(streaming=call == "stream", httpx_client=http)).create(card)
                try:
                    show(call, text, **await message(client, text))
                except A2AError as error:
                    show(call, text, error=type(error).__name__)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        asyncio.run(asyncio.wait_for(main(sys.argv[1], sys.argv[2:]), 120))
    except Exception as error:  # noqa: BLE001 - whatever the SDK could not read is the finding
        print(f"{type(error).__module__}.{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
