"""Checks lines of `Message<TAB>json` with the protobuf classes of the installed a2a-sdk 1.x, strictly: an unknown member is a fault.

`StreamResponse` and `SendMessageResponse` are the `result` of a response that fails a task, `Event` is one of any kind, `Error` is an
`error`, with the class below `expect` that the SDK's client raises. Prints `ok NAME` a line, and `data JSON`
for what an application reads of an error. Exit status 1 when a line is refused; why stands on standard error.
"""

import json
import sys

from a2a.client.transports.jsonrpc import JsonRpcTransport
from a2a.types import a2a_pb2
from google.protobuf import json_format, struct_pb2
from google.rpc import error_details_pb2, status_pb2


def check_event(name, value):
    message = json_format.ParseDict(value, getattr(a2a_pb2, name)())
    inner = getattr(message, message.WhichOneof("payload"))
    if json_format.MessageToDict(message).keys() != value.keys():
        raise ValueError("the members are not those that were sent")
    if inner.status.state != a2a_pb2.TASK_STATE_FAILED:
        raise ValueError(f"the state is {inner.status.state}")
    for part in inner.status.message.parts:
        if part.HasField("data"):
            return json_format.MessageToDict(part.data)
    raise ValueError("no data part")


def check_error(value):
    # The details as google.rpc has them: each is parsed by its own type.
    status = json_format.ParseDict(
        {"code": value["code"], "message": value["message"], "details": value["data"]}, status_pb2.Status()
    )
    info, retry, data = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo(), struct_pb2.Struct()
    if not status.details[0].Unpack(info):
        raise ValueError("the first detail is no ErrorInfo")
    for detail in status.details[1:]:
        if not detail.Unpack(retry) and not detail.Unpack(data):
            raise ValueError(f"a detail of type {detail.type_url}")
    # What the SDK's own client makes of it; the transport itself is not needed for that.
    error = JsonRpcTransport._create_jsonrpc_error(None, value)
    if error.__class__.__name__ != value["expect"]:
        raise ValueError(f"the client raises {error.__class__.__name__}")
    read = json_format.MessageToDict(data)
    read["@"] = {"reason": info.reason, "domain": info.domain, "delay": retry.retry_delay.ToMilliseconds()}
    return read


def main(path):
    refused = 0
    with open(path, encoding="utf-8") as lines:
        for line in filter(str.strip, lines):
            name, text = line.split("\t", 1)
            try:
                value = json.loads(text)
                if name == "Event":
                    json_format.ParseDict(value, a2a_pb2.StreamResponse())
                    print(f"ok {name}")
                    continue
                read = check_error(value) if name == "Error" else check_event(name, value)
                print(f"ok {name}")
                print("data " + json.dumps(read, ensure_ascii=False))
            except Exception as error:  # noqa: BLE001 - whatever the classes say is the finding
                refused += 1
                print(f"{name}: {error}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1]))
