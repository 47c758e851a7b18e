"""Serves the built console: its assets from memory-mapped headers, and index.html for the rest."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from whitenoise.middleware import (  # type: ignore[import-untyped]
    WhiteNoiseMiddleware,
)

from config.env import env

_NOT_BUILT = (
    "<!doctype html><title>Warren</title><h1>The console is not built</h1>"
    "<p>Build it, or set WARREN_CONSOLE_DIST. The API answers under /api/v1.</p>"
)


class ConsoleMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise over the built console; files with a hash in their name never change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        if env().console_dist.is_dir():
            self.add_files(str(env().console_dist), prefix="/")

    def immutable_file_test(self, path: str, url: str) -> bool:
        """The bundler puts what it names by content into assets/."""
        return url.startswith("/assets/")


@require_safe
@ensure_csrf_cookie
def console_index(request: HttpRequest) -> HttpResponse:
    """index.html for every address of the console: its router finds the page."""
    index = env().console_dist / "index.html"
    try:
        content = index.read_bytes()
    except OSError:
        return HttpResponse(_NOT_BUILT, status=503)
    response = HttpResponse(content, content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
