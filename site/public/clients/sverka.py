"""Searches by the public API with nothing but Python's own library.

    SVERKA_TOKEN=ps_... python3 sverka.py https://example.com "Примеров Илья 14.03.1981"
    SVERKA_TOKEN=ps_... python3 sverka.py https://example.com --list people.txt

Prints the rows of a list, one JSON object a line, once it has ended. Of a single line it prints the records of the answer, one JSON object a line, then of the records after them, which cost nothing.
Exit codes: 0 done, 1 refused.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

INTERVAL_SECONDS = 0.5
LIST_LOOK_SECONDS = 2
TRIES = 3


class Refused(Exception):
    """What the service answered instead: its HTTP status, its stable code and its Russian text."""

    def __init__(self, status, code, text):
        super().__init__(f"{status} {code}: {text}")
        self.status = status
        self.code = code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows none: another host would be given the token."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def read_json(text):
    """The object that a text is; None of anything else, as of a page of a proxy."""
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def send(origin, token, path, body):
    request = urllib.request.Request(
        origin + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with OPENER.open(request, timeout=10) as response:
            status, answer = response.status, read_json(response.read())
            if answer is not None:
                return answer
    except urllib.error.HTTPError as error:
        status, answer = error.code, read_json(error.read())
    refusal = answer or {}
    code = refusal.get("error_code", refusal.get("code", "UNKNOWN"))
    raise Refused(status, code, refusal.get("error", f"HTTP {status}"))


def call(origin, token, path, body):
    """Answers a call; one that came too soon after another of the account is sent again."""
    for left in reversed(range(TRIES)):
        try:
            return send(origin, token, path, body)
        except Refused as refused:
            if refused.code != "TOO_OFTEN" or left == 0:
                raise
            time.sleep(INTERVAL_SECONDS)


def search(origin, token, line, limit=100, detail=None):
    """Yields the answer to a line, then the pages after it; detail="full" has the summary of everybody."""
    answer = call(origin, token, "/api/search", {"request": line, "limit": limit, "detail": detail})
    while True:
        yield answer
        if answer["cursor"] is None:
            return
        time.sleep(INTERVAL_SECONDS)
        answer = call(origin, token, "/api/search", {"cursor": answer["cursor"]})


def search_list(origin, token, lines):
    """Makes a list, starts it, waits for its end, and yields its rows; a RuntimeError where it is paused meanwhile."""

    def ask(path, body=None):
        time.sleep(INTERVAL_SECONDS)
        return call(origin, token, path, body)

    made = ask("/api/lists", {"lines": lines})["list"]
    print(f"{made['rows']} rows, {made['price']} requests", file=sys.stderr)
    path = "/api/lists/" + made["id"]
    ask(path + "/start", {})
    while (state := ask(path)["list"]["state"]) == "running":
        time.sleep(LIST_LOOK_SECONDS)
    if state == "paused":
        raise RuntimeError("the list is paused")
    cursor = "0"
    while cursor is not None:
        page = ask(f"{path}/rows?cursor={cursor}")
        yield from page["rows"]
        cursor = page["cursor"]


def main():
    origin, line = sys.argv[1], sys.argv[2]
    try:
        if line == "--list":
            with open(sys.argv[3], encoding="utf-8") as file:
                for row in search_list(origin, os.environ["SVERKA_TOKEN"], file.read().splitlines()):
                    print(json.dumps(row, ensure_ascii=False))
            return
        for answer in search(origin, os.environ["SVERKA_TOKEN"], line):
            print(f"{answer['results_count']} records, {answer['balance']} requests left", file=sys.stderr)
            for source, records in answer["results_by_source"].items():
                for record in records:
                    print(json.dumps({"source": source, **record}, ensure_ascii=False))
    except (Refused, RuntimeError) as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()
