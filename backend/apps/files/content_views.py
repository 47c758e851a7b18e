"""The bytes of files, out of HDFS and into it."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, answers
from apps.common.problems import InvalidInput
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.files.downloads import Download, NotThatMuch, download
from apps.files.serializers import FileParameters, FileStateSerializer, UploadParameters
from apps.files.uploads import Body, read_away, upload

BYTES = "application/octet-stream"


class ContentView(APIView):
    permission_classes = (needs(PUT=(Permission.WRITE_FILES,)),)

    @extend_schema(
        operation_id="files_download",
        summary="The contents of a file, as far as HDFS lets the user himself read it.",
        description="The header `Range` asks for one range of bytes, of the contents that "
        "`If-Range` names by their ETag; of others, and of several ranges, all is sent.",
        parameters=[FileParameters, ETAG],
        responses={
            (200, BYTES): OpenApiTypes.BINARY,
            (206, BYTES): OpenApiTypes.BINARY,
            (416, BYTES): OpenApiTypes.BINARY,
            **answers({}, 400, 401, 403, 404, 409, 429, 501, 503),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        query = parsed(FileParameters, request.query_params)
        try:
            found = download(
                actor=actor_of(request),
                path=query["path"],
                range_asked=request.headers.get("Range"),
                if_range=request.headers.get("If-Range"),
            )
        except NotThatMuch as error:
            headers = {"Content-Range": f"bytes */{error.size_bytes}"}
            return HttpResponse(status=416, content_type=BYTES, headers=headers)
        return _sent(found)

    @extend_schema(
        operation_id="files_upload",
        summary="Write a file, as the user himself. It is seen when it is whole.",
        description="The body is the file, and tells its length (`Content-Length`).",
        parameters=[UploadParameters, IF_MATCH, ETAG],
        request={BYTES: OpenApiTypes.BINARY},
        responses=answers(
            {201: FileStateSerializer}, *BODY, 401, 403, 404, 409, 412, 429, 501, 503
        ),
    )
    def put(self, request: Request) -> Response:
        query = parsed(UploadParameters, request.query_params)
        stream = _body(request)
        written = upload(
            actor=actor_of(request),
            path=query["path"],
            length=_length(request),
            stream=stream,
            overwrite=query["overwrite"],
            seen=seen_by(request),
        )
        return tagged(FileStateSerializer(written).data, status=201)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Whoever still sends a file would not hear why it is refused."""
        if request.method == "PUT" and response.status_code >= HTTPStatus.BAD_REQUEST:
            read_away(request._request)
        return super().finalize_response(request, response, *args, **kwargs)


def _sent(found: Download) -> StreamingHttpResponse:
    """A file to be kept, whatever is in it: no browser shows it as a page of ours."""
    extent, size_bytes = found.extent, found.state.size_bytes
    answer = StreamingHttpResponse(found, status=206 if extent.partial else 200, content_type=BYTES)
    name = found.state.path.rpartition("/")[2]
    answer["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    answer["Content-Length"] = str(extent.length)
    answer["Accept-Ranges"] = "bytes"
    answer["ETag"] = found.state.etag
    answer["Content-Security-Policy"] = "sandbox"
    if extent.partial:
        last = extent.offset + extent.length - 1
        answer["Content-Range"] = f"bytes {extent.offset}-{last}/{size_bytes}"
    return answer


def _body(request: Request) -> Body:
    """The body where it is: it is read while it comes in."""
    kind = (request.content_type or "").partition(";")[0].strip()
    if kind != BYTES:
        raise InvalidInput(fields={"Content-Type": [f"Send the file's bytes as {BYTES}."]})
    return request._request


def _length(request: Request) -> int:
    told = request.META.get("CONTENT_LENGTH") or ""
    if not told.isascii() or not told.isdigit():
        raise InvalidInput(fields={"Content-Length": ["Say how long the file is."]})
    return int(told)
