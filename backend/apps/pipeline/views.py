"""The change pipeline: its state for everyone, its commands for administrators."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, actor_of, needs, token_scope
from apps.common.openapi import BODY, ONCE, PageParameters, answers, page_of
from apps.common.requests import page_arguments, parsed
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent
from apps.pipeline import selectors, services
from apps.pipeline.serializers import (
    DeadLetterSerializer,
    PipelineCommandSerializer,
    PipelineSerializer,
)
from apps.pipeline.values import PipelineCommand
from apps.visibility.permissions import SeesEverything, sight_of


class PipelineView(APIView):
    permission_classes = (needs(POST=(Permission.MANAGE_PIPELINE,)),)

    @extend_schema(
        operation_id="pipeline_get",
        summary="Stages of the change pipeline with position, lag, rate and errors; last proof.",
        responses=answers({200: PipelineSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(PipelineSerializer(selectors.pipeline(sight=sight_of(request))).data)

    @extend_schema(
        operation_id="pipeline_command",
        summary="Pause or resume the indexer, or begin a job that rebuilds or repairs the index.",
        parameters=[*ONCE],
        request=PipelineCommandSerializer,
        responses=answers({202: PipelineSerializer}, *BODY, 400, 401, 403, 409, 503),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(PipelineCommandSerializer, request.data)
        view = services.pipeline_command(
            actor=actor_of(request), command=PipelineCommand(body["command"])
        )
        return Response(PipelineSerializer(view).data, status=202)


class DeadLettersView(APIView):
    permission_classes = (SeesEverything, token_scope(Access.OPERATE))

    @extend_schema(
        operation_id="dead_letters_list",
        summary="Messages that could not be understood, newest first.",
        parameters=[PageParameters],
        responses=answers(
            {200: page_of(DeadLetterSerializer, "DeadLetterPage")}, 400, 401, 403, 503
        ),
    )
    def get(self, request: Request) -> Response:
        page = selectors.dead_letters(**page_arguments(request))
        serializer = page_of(DeadLetterSerializer, "DeadLetterPage")
        return Response(type(serializer)(page).data)


class DeadLetterReplayView(APIView):
    permission_classes = (needs(Permission.MANAGE_PIPELINE),)

    @extend_schema(
        operation_id="dead_letter_replay",
        summary="Send a dead letter through the pipeline again.",
        parameters=[*ONCE],
        request=None,
        responses=answers({202: None}, 401, 403, 404, 409, 503),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request, offset: int) -> Response:
        services.dead_letter_replay(actor=actor_of(request), offset=offset)
        return Response(status=202)
