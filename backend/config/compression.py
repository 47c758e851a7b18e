"""Compresses what the API answers; the console's files are compressed when they are built."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class AnswerCompressionMiddleware(GZipMiddleware):
    """Django's, which hides lengths from who could guess secrets by them, without downloads.

    A download says how long it is, and is often compressed already.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or response.has_header("Content-Disposition"):
            return response
        tag = response.get("ETag")
        compressed = super().process_response(request, response)
        if tag is not None:
            # Django calls it weak now, as of other bytes. Ours is of the state of a thing, however
            # it is sent, and If-Match wants a strong one.
            compressed["ETag"] = tag
        return compressed
