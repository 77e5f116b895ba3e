# Made by `llamon-errors export --format python` from `hostile` 1.0.0 */ """ -->, `calm-2`; do not edit.
"""Domain errors for `llamon_agent.core.errors.make_domain_error_raiser`."""

from typing import Final

from llamon_agent.core.errors import DomainErrorSpec, ErrorCode

HOSTILE_DOMAIN: Final = "hostile"

HOSTILE_ERRORS: Final[dict[str, DomainErrorSpec]] = {
    "KV:Cloud:Io": {
        "sdk_code": ErrorCode.UPSTREAM_UNAVAILABLE,
        "reason": "cloud_io",
        "title": "<script>alert(\"1\")</script> & 'quotes' {braces}",
        "retriable": True,
    },
    "CON": {
        "sdk_code": ErrorCode.INTERNAL_ERROR,
        "reason": "twice",
        "title": "A name that Windows keeps for itself",
        "retriable": False,
    },
    "..": {
        "sdk_code": ErrorCode.INTERNAL_ERROR,
        "reason": "twice",
        "title": "../../etc/passwd",
        "retriable": False,
    },
    "index": {
        "sdk_code": ErrorCode.NOT_FOUND,
        "reason": "index",
        "title": "The name of a page",
        "retriable": False,
    },
    "INDEX": {
        "sdk_code": ErrorCode.NOT_FOUND,
        "reason": "index_upper",
        "title": "The name of a page, in upper case",
        "retriable": False,
    },
    "doc_1": {
        "sdk_code": ErrorCode.NOT_FOUND,
        "reason": "case_lower",
        "title": "Keys that differ in case alone",
        "retriable": False,
    },
    "DOC_1": {
        "sdk_code": ErrorCode.NOT_FOUND,
        "reason": "case_upper",
        "title": "Keys that differ in case alone, this one in upper case",
        "retriable": False,
    },
    "a/b~c%d#e?\"\\": {
        "sdk_code": ErrorCode.INTERNAL_ERROR,
        "reason": "twice",
        "title": "A key of every sign",
        "retriable": False,
    },
    "__proto__": {
        "sdk_code": ErrorCode.INVALID_INPUT,
        "reason": "proto",
        "title": "A key that JavaScript knows",
        "retriable": False,
    },
    "8005": {
        "sdk_code": ErrorCode.RATE_LIMITED,
        "reason": "right_to_left",
        "title": "\U0000202edesrever\U0000202c and שלום עולם",
        "retriable": True,
    },
    "LONG": {
        "sdk_code": ErrorCode.INTERNAL_ERROR,
        "reason": "a_reason_of_exactly_one_hundred_and_twenty_eight_characters_which_is_the_most_that_a_reason_can_have_whatever_it_may_say_xxxxxxx",
        "title": "A title without blanks: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "retriable": False,
    },
    "PLAIN_1": {
        "sdk_code": ErrorCode.AUTH_REQUIRED,
        "reason": "token_expired",
        "title": "The token has expired",
        "retriable": False,
    },
}

HOSTILE_MESSAGES: Final[dict[str, dict[str, str]]] = {
    "KV:Cloud:Io": {"ko": "저장소 {store}: \"{text}\"", "en": "the {{store}} {store} says \"{text}\"\n</script><!-- */ \"\"\" `${{x}}` "},
    "__proto__": {"ko": "{__proto__} and {constructor}"},
    "8005": {"ko": "שלום {name}, 안녕 \U00002028 \U00002029 \U00000007"},
    "WAIT_1": {"ko": "{name} 님의 생년월일을 알려주세요"},
}

# Results, not errors: the task completes or waits for input, and nothing raises them.
HOSTILE_OUTCOMES: Final[dict[str, dict[str, str]]] = {
    "WAIT_1": {
        "outcome": "input-required",
        "reason": "birthday_needed",
        "title": "생년월일 필요",
    },
    "DONE_1": {
        "outcome": "completed",
        "reason": "no_match",
        "title": "일치하는 항목 없음",
    },
}

# Numbers that are never used again, and what took their place.
HOSTILE_RETIRED: Final[dict[str, str | None]] = {
    "OLD_1": "CON",
    "OLD_2": None,
}

CALM_2_DOMAIN: Final = "calm-2"

CALM_2_ERRORS: Final[dict[str, DomainErrorSpec]] = {
}

CALM_2_MESSAGES: Final[dict[str, dict[str, str]]] = {
    "DONE": {"und": "{count} of {count}"},
}

# Results, not errors: the task completes or waits for input, and nothing raises them.
CALM_2_OUTCOMES: Final[dict[str, dict[str, str]]] = {
    "DONE": {
        "outcome": "completed",
        "reason": "done",
        "title": "Done",
    },
}

# Numbers that are never used again, and what took their place.
CALM_2_RETIRED: Final[dict[str, str | None]] = {
    "GONE": "DONE",
}
