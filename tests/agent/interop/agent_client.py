"""What the client of a2a-sdk 0.3 sees of the example agent: every scenario by `message/send` and `message/stream`, and what else a client does.

    python agent_client.py http://127.0.0.1:PORT SCENARIO...

Prints one JSON object a line: the call, the scenario, and of
  events     the kinds of the events, in order, with the state or the artifact
  failed     the data part, the text part and the artifacts of a task that failed
  question   what a task that waits asks
  result     the message and the artifacts of a task that is done
  end        the task's state, as the SDK put it together
  error      the SDK's exception: its type, the number and the data
Exit status 2 when anything else was raised: the SDK could not read an answer. Loopback only.
"""

import asyncio
import ipaddress
import json
import sys
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientError, A2AClientJSONRPCError
from a2a.types import Message, Part, Role, TaskIdParams, TaskQueryParams, TaskState, TextPart
from a2a.utils.parts import get_data_parts, get_text_parts


def show(call, text, **members):
    print(json.dumps({"call": call, "text": text, **members}, ensure_ascii=False, sort_keys=True), flush=True)


def kind_of(event):
    if event.kind == "artifact-update":
        return f"artifact-update {event.artifact.artifact_id}" + (" more" if event.append else "")
    final = " final" if event.kind == "status-update" and event.final else ""
    return f"{event.kind} {event.status.state.value}{final}"


def told(task):
    """What an application reads of a task."""
    parts = task.status.message.parts if task.status.message else []
    text, data = get_text_parts(parts), get_data_parts(parts)
    artifacts = {a.artifact_id: "".join(get_text_parts(a.parts)) for a in task.artifacts or []}
    seen = {"end": task.status.state.value}
    if task.status.state == TaskState.failed:
        # By its key and not by its place, as an application does it.
        seen["failed"] = {"data": next(d for d in data if "errorCode" in d), "text": text, "artifacts": artifacts}
    elif task.status.state in (TaskState.input_required, TaskState.auth_required):
        seen["question"] = text
    else:
        seen["result"] = {"text": text, "data": data, "artifacts": artifacts}
    return seen


def error_of(error):
    seen = {"type": type(error).__name__}
    if isinstance(error, A2AClientJSONRPCError):
        seen |= {"code": error.error.code, "data": error.error.data}
    return {"error": seen}


async def guarded(call, text, work):
    """Shows what a call comes to; exceptions that the SDK raises on purpose are results too."""
    try:
        show(call, text, **await work)
    except A2AClientError as error:
        show(call, text, **error_of(error))


class Session:
    def __init__(self, http, card):
        self.clients = {
            call: ClientFactory(ClientConfig(streaming=call == "stream", httpx_client=http)).create(card)
            for call in ("send", "stream")
        }
        self.task_id = None

    async def message(self, call, text, task_id=None, first=None):
        """Sends a message and follows it to its end; `first` is told of the first event."""
        parts = [Part(root=TextPart(text=text))]
        message = Message(role=Role.user, message_id=str(uuid4()), parts=parts, task_id=task_id)
        task, kinds = None, []
        async for event in self.clients[call].send_message(message):
            task, update = event
            kinds.append(kind_of(update or task))
            self.task_id = task.id
            if first and not first.done():
                first.set_result(task.id)
        return {"events": kinds, **told(task)}

    async def get(self):
        return told(await self.clients["send"].get_task(TaskQueryParams(id=self.task_id)))

    async def cancel(self, task_id=None):
        return told(await self.clients["send"].cancel_task(TaskIdParams(id=task_id or self.task_id)))

    async def follow(self, task_id):
        task, kinds = None, []
        async for task, update in self.clients["stream"].resubscribe(TaskIdParams(id=task_id)):
            kinds.append(kind_of(update or task))
        return {"events": kinds, **told(task)}


async def scenario(session, text):
    for call in ("send", "stream"):
        session.task_id = None
        await guarded(call, text, session.message(call, text))
        if session.task_id:
            await guarded(f"{call}, then get", text, session.get())


async def people(session):
    """A question, its answer, and what comes of answering twice."""
    for call in ("send", "stream"):
        for text, answer in (("input", "1990-01-01"), ("auth", "yes")):
            await session.message(call, text)
            task_id = session.task_id
            await guarded(f"{call}, then answer", text, session.message(call, answer, task_id))
            await guarded(f"{call}, then answer twice", text, session.message(call, answer, task_id))
    await session.message("send", "input")
    await guarded("send, then cancel", "input", session.cancel())
    await guarded("send, then cancel twice", "input", session.cancel())


async def while_it_runs(session):
    """Another client comes in while the task runs, and a third stops it."""
    first = asyncio.get_running_loop().create_future()
    stream = asyncio.create_task(session.message("stream", "timeout", first=first))
    task_id = await first
    follower = asyncio.create_task(session.follow(task_id))
    await asyncio.sleep(0.2)
    await guarded("stream, then answer while it runs", "timeout", session.message("send", "x", task_id))
    await guarded("stream, then cancel while it runs", "timeout", session.cancel(task_id))
    await guarded("stream, canceled", "timeout", stream)
    await guarded("resubscribe, canceled", "timeout", follower)
    await guarded("resubscribe behind the end", "timeout", session.follow(task_id))


async def nobody(session):
    session.task_id = "no-such-task"
    await guarded("get", "unknown task", session.get())
    await guarded("cancel", "unknown task", session.cancel())
    await guarded("send", "unknown task", session.message("send", "x", "no-such-task"))
    await guarded("stream", "unknown task", session.message("stream", "x", "no-such-task"))
    await guarded("resubscribe", "unknown task", session.follow("no-such-task"))


async def main(base, texts):
    host = urlsplit(base).hostname or ""
    if not ipaddress.ip_address(host).is_loopback:
        raise ValueError("not a loopback address")
    # The read time-out is the client's own, so that a silent server is found.
    async with httpx.AsyncClient(trust_env=False) as http:
        session = Session(http, await A2ACardResolver(http, base).get_agent_card())
        for text in texts:
            await scenario(session, text)
        await people(session)
        await while_it_runs(session)
        await nobody(session)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        asyncio.run(asyncio.wait_for(main(sys.argv[1], sys.argv[2:]), 120))
    except Exception as error:  # noqa: BLE001 - whatever the SDK could not read is the finding
        print(f"{type(error).__module__}.{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
