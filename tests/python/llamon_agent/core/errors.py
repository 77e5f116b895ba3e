"""The names of the llamon SDK that an exported module uses, as S1 describes them; no more of the SDK than that."""

from enum import Enum
from typing import TypedDict


class ErrorCode(str, Enum):
    INVALID_INPUT = "INVALID_INPUT"
    AUTH_REQUIRED = "AUTH_REQUIRED"
    NOT_FOUND = "NOT_FOUND"
    UPSTREAM_UNAVAILABLE = "UPSTREAM_UNAVAILABLE"
    UPSTREAM_TIMEOUT = "UPSTREAM_TIMEOUT"
    RATE_LIMITED = "RATE_LIMITED"
    GUARDRAIL_BLOCKED = "GUARDRAIL_BLOCKED"
    INTERNAL_ERROR = "INTERNAL_ERROR"


class DomainErrorSpec(TypedDict):
    sdk_code: ErrorCode
    reason: str
    title: str
    retriable: bool
