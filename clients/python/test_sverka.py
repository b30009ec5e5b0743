"""Runs against a service of its own: python3 -m unittest test_sverka"""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

import sverka

SEEN = []
STRANGE = {f"{status} {text!r}": (status, text) for status in (200, 502) for text in (b"<html>", b"", b"[1]", b"\xff")}
STRANGE |= {str(status): (status, b"") for status in (301, 302, 303, 307, 308)}


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        SEEN.append((self.path, self.headers["authorization"], body))
        if body.get("request") in STRANGE:
            status, text = STRANGE[body["request"]]
            self.send_response(status)
            self.send_header("location", f"http://localhost:{self.server.server_port}/elsewhere")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            return
        if body.get("request") == "рано" and len(SEEN) < 3:
            self.answer(429, {"error": "Слишком часто", "error_code": "TOO_OFTEN"})
            return
        refused = body.get("request") == "отказ"
        answer = (
            {"status": "error", "code": 402, "error": "Недостаточно запросов", "error_code": "NO_CREDITS"}
            if refused
            else {"status": "ok", "charged": 1, "balance": 4, "cursor": None if "cursor" in body else "next"}
        )
        self.answer(402 if refused else 200, answer)

    def answer(self, status, answer):
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        SEEN.append((self.path, self.headers["authorization"], None))
        self.send_error(404)

    def log_message(self, *_):
        pass


class SverkaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = HTTPServer(("127.0.0.1", 0), Service)
        cls.origin = f"http://127.0.0.1:{cls.server.server_port}"
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self):
        SEEN.clear()

    def test_searches_and_goes_on_with_the_token_in_the_header_alone(self):
        pages = list(sverka.search(self.origin, "ps_x", "Примеров Илья", limit=10))
        self.assertEqual([page["balance"] for page in pages], [4, 4])
        self.assertEqual({authorization for _, authorization, _ in SEEN}, {"Bearer ps_x"})
        self.assertEqual(
            [body for *_, body in SEEN],
            [{"request": "Примеров Илья", "limit": 10, "detail": None}, {"cursor": "next"}],
        )

    def test_sends_again_what_came_too_soon(self):
        next(sverka.search(self.origin, "ps_x", "рано"))
        self.assertEqual([body["request"] for *_, body in SEEN], ["рано"] * 3)

    def test_says_a_refusal_by_its_code(self):
        with self.assertRaises(sverka.Refused) as caught:
            next(sverka.search(self.origin, "ps_x", "отказ"))
        self.assertEqual((caught.exception.status, caught.exception.code), (402, "NO_CREDITS"))

    def test_follows_no_redirect_and_says_what_is_no_json_by_its_status(self):
        for line, (status, _) in STRANGE.items():
            with self.subTest(line), self.assertRaises(sverka.Refused) as caught:
                next(sverka.search(self.origin, "ps_x", line))
            self.assertEqual((caught.exception.status, caught.exception.code), (status, "UNKNOWN"))
        self.assertEqual({path for path, *_ in SEEN}, {"/api/search"})


if __name__ == "__main__":
    unittest.main()
