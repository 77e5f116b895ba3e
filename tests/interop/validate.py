"""Checks lines of `Model<TAB>json` with the pydantic models of the installed a2a-sdk.

Prints `ok MODEL` a line, and `data JSON` for each data part of a failed status as an application reads it. Exit status 1 when
a line is refused; why stands on standard error.
"""

import json
import sys

import a2a.types
from a2a.utils.parts import get_data_parts


def members(value, back, path=""):
    """The members of `value` that the model did not keep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(back, dict) or key not in back:
                if inner is not None:
                    yield f"{path}/{key}"
            else:
                yield from members(inner, back[key], f"{path}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from members(inner, back[index], f"{path}/{index}")


def check(line):
    name, text = line.split("\t", 1)
    value = json.loads(text)
    model = getattr(a2a.types, name).model_validate(value)
    lost = list(members(value, model.model_dump(mode="json", by_alias=True, exclude_none=True)))
    if lost:
        raise ValueError(f"the model does not know {', '.join(lost)}")
    print(f"ok {name}")
    root = getattr(model, "root", model)
    event = getattr(root, "result", root)
    status = getattr(event, "status", None)
    if status is not None and status.message is not None:
        for data in get_data_parts(status.message.parts):
            print("data " + json.dumps(data, ensure_ascii=False))


def main(path):
    refused = 0
    with open(path, encoding="utf-8") as lines:
        for line in filter(str.strip, lines):
            try:
                check(line.rstrip("\n"))
            except Exception as error:  # noqa: BLE001 - whatever the model says is the finding
                refused += 1
                print(f"{line.split(chr(9), 1)[0]}: {error}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1]))
