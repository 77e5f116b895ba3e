"""Imports an exported module and prints what it holds as JSON: read_export.py MODULE_FILE, with the stub of the SDK in PYTHONPATH."""

import importlib.util
import json
import sys
from typing import get_type_hints

from llamon_agent.core.errors import DomainErrorSpec, ErrorCode

spec = importlib.util.spec_from_file_location("exported", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

held = {}
for name, value in vars(module).items():
    if not name.isupper():
        continue
    if name.endswith("_ERRORS"):
        wanted = get_type_hints(DomainErrorSpec)
        for code, error in value.items():
            assert list(error) == list(wanted), (code, error)
            for key, kind in wanted.items():
                assert type(error[key]) is kind, (code, key)
    held[name] = value
assert all(isinstance(code, ErrorCode) for code in ErrorCode)
json.dump(held, sys.stdout, ensure_ascii=False)
