"""Searches by the public API with nothing but Python's own library.

    SVERKA_TOKEN=ps_... python3 sverka.py https://example.com "Примеров Илья 14.03.1981"

Prints the records of the answer, one JSON object a line, then of the records after them, which cost nothing.
Exit codes: 0 done, 1 refused.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

INTERVAL_SECONDS = 0.5


class Refused(Exception):
    """What the service answered instead: its HTTP status, its stable code and its Russian text."""

    def __init__(self, status, code, text):
        super().__init__(f"{status} {code}: {text}")
        self.status = status
        self.code = code


def call(origin, token, path, body):
    request = urllib.request.Request(
        origin + path,
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        refusal = json.load(error)
        raise Refused(error.code, refusal["error_code"], refusal["error"]) from None


def search(origin, token, line, limit=100, detail=None):
    """Yields the answer to a line, then the pages after it; detail="full" has the summary of everybody."""
    answer = call(origin, token, "/api/search", {"request": line, "limit": limit, "detail": detail})
    while True:
        yield answer
        if answer["cursor"] is None:
            return
        time.sleep(INTERVAL_SECONDS)
        answer = call(origin, token, "/api/search", {"cursor": answer["cursor"]})


def main():
    origin, line = sys.argv[1], sys.argv[2]
    try:
        for answer in search(origin, os.environ["SVERKA_TOKEN"], line):
            print(f"{answer['results_count']} records, {answer['balance']} requests left", file=sys.stderr)
            for source, records in answer["results_by_source"].items():
                for record in records:
                    print(json.dumps({"source": source, **record}, ensure_ascii=False))
    except Refused as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()
