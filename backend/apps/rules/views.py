"""Lifecycle rules: a search, an action and a schedule; and the reports of their runs."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access, access_of, actor_of
from apps.common.openapi import BODY, PageParameters, answers, page_of
from apps.common.requests import page_arguments, parsed
from apps.rules import actions, selectors
from apps.rules.serializers import (
    RuleRunSerializer,
    RuleSerializer,
    RulesSerializer,
    RuleWriteSerializer,
)


class RulesView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_list",
        summary="Everybody's lifecycle rules.",
        responses=answers({200: RulesSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(RulesSerializer({"items": selectors.rules()}).data)

    @extend_schema(
        operation_id="rules_create",
        summary="Do something with what a search finds, again and again, in one's own name.",
        description="A new rule is not armed: its runs are dry runs, until its owner arms it.",
        request=RuleWriteSerializer,
        responses=answers({201: RuleSerializer}, *BODY, 401, 403, 409, 503),
    )
    def post(self, request: Request) -> Response:
        values = parsed(RuleWriteSerializer, request.data)
        rule = actions.rule_create(actor=actor_of(request), values=values)
        return Response(RuleSerializer(rule).data, status=201)


class RuleView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_get",
        summary="One rule.",
        responses=answers({200: RuleSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        return Response(RuleSerializer(selectors.rule_by_id(rule_id)).data)

    @extend_schema(
        operation_id="rules_update",
        summary="Change one's own rule, which disarms it.",
        request=RuleWriteSerializer,
        responses=answers({200: RuleSerializer}, *BODY, 401, 403, 404, 409, 503),
    )
    def put(self, request: Request, rule_id: int) -> Response:
        values = parsed(RuleWriteSerializer, request.data)
        rule = actions.rule_update(actor=actor_of(request), rule_id=rule_id, values=values)
        return Response(RuleSerializer(rule).data)

    @extend_schema(
        operation_id="rules_delete",
        summary="Delete a rule with its reports. Administrators may delete anybody's.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, rule_id: int) -> Response:
        actions.rule_delete(
            actor=actor_of(request), access=access_of(request) or Access.READ, rule_id=rule_id
        )
        return Response(status=204)


class RuleArmView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_arm",
        summary="Have the runs of one's own rule act, once a dry run of it has ended.",
        request=None,
        responses=answers({200: RuleSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, rule_id: int) -> Response:
        rule = actions.rule_arm(actor=actor_of(request), rule_id=rule_id)
        return Response(RuleSerializer(rule).data)


class RuleDisarmView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_disarm",
        summary="Have the runs of a rule be dry runs. Administrators may for anybody's.",
        request=None,
        responses=answers({200: RuleSerializer}, 401, 403, 404),
    )
    def post(self, request: Request, rule_id: int) -> Response:
        rule = actions.rule_disarm(
            actor=actor_of(request), access=access_of(request) or Access.READ, rule_id=rule_id
        )
        return Response(RuleSerializer(rule).data)


class RuleRunView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_run",
        summary="Run one's own rule now: as a dry run, and then for real if it is armed.",
        request=None,
        responses=answers({202: RuleRunSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, rule_id: int) -> Response:
        run = actions.rule_run(actor=actor_of(request), rule_id=rule_id)
        return Response(RuleRunSerializer(run).data, status=202)


class RuleRunsView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="rules_runs",
        summary="A rule's runs, newest first; the last 200 are kept.",
        parameters=[PageParameters],
        responses=answers({200: page_of(RuleRunSerializer, "RuleRunPage")}, 400, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        page = selectors.runs(rule_id=rule_id, **page_arguments(request))
        items = RuleRunSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})
