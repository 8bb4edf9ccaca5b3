"""Short addresses for the emulator's HTTP APIs, which it serves under a long path."""

import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Headers that belong to one connection only.
OF_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length", "te", "upgrade"}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(_NoRedirect)


class Front:
    """A reverse proxy on loopback; `lead_to` sets its target."""

    def __init__(self) -> None:
        front = self
        self.target = ""

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _forward(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0)) or None
                headers = {
                    name: value for name, value in self.headers.items() if name.lower() not in OF_CONNECTION
                }
                request = urllib.request.Request(
                    front.target + self.path, data=body, headers=headers, method=self.command
                )
                try:
                    answer = OPENER.open(request, timeout=60)
                except urllib.error.HTTPError as error:
                    answer = error
                with answer:
                    content = answer.read()
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        if name.lower() not in OF_CONNECTION:
                            self.send_header(name, value)
                    self.send_header("content-length", str(len(content)))
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(content)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _forward

            def log_message(self, *_) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def lead_to(self, target: str) -> None:
        self.target = target
