"""Lifecycle rules: a search, an action and a schedule; and the reports of their runs."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.idempotency.repeats import idempotent
from apps.rules import actions, selectors
from apps.rules.serializers import (
    RuleRunSerializer,
    RuleRunsParameters,
    RuleSerializer,
    RulesSerializer,
    RuleWriteSerializer,
)

_STOPS = (Permission.RULES, Permission.MANAGE_GUARD)


class RulesView(APIView):
    permission_classes = (needs(Permission.RULES),)

    @extend_schema(
        operation_id="rules_list",
        summary="Lifecycle rules: everybody's for who may have rules everywhere, else one's own.",
        responses=answers({200: RulesSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(RulesSerializer({"items": selectors.rules(actor=actor_of(request))}).data)

    @extend_schema(
        operation_id="rules_create",
        summary="Do something with what a search finds, again and again, in one's own name.",
        description="A new rule is not armed: its runs are dry runs, until its owner arms it.",
        parameters=[*ONCE, ETAG],
        request=RuleWriteSerializer,
        responses=answers({201: RuleSerializer}, *BODY, 401, 403, 409, 503),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        values = parsed(RuleWriteSerializer, request.data)
        rule = actions.rule_create(actor=actor_of(request), values=values)
        return tagged(RuleSerializer(rule).data, status=201)


class RuleView(APIView):
    permission_classes = (needs(Permission.RULES, DELETE=_STOPS),)

    @extend_schema(
        operation_id="rules_get",
        summary="One rule.",
        parameters=[ETAG],
        responses=answers({200: RuleSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        return tagged(RuleSerializer(selectors.rule_seen(rule_id, actor=actor_of(request))).data)

    @extend_schema(
        operation_id="rules_update",
        summary="Change one's own rule, which disarms it.",
        parameters=[IF_MATCH, ETAG],
        request=RuleWriteSerializer,
        responses=answers({200: RuleSerializer}, *BODY, 401, 403, 404, 409, 412, 503),
    )
    def put(self, request: Request, rule_id: int) -> Response:
        values = parsed(RuleWriteSerializer, request.data)
        rule = actions.rule_update(
            actor=actor_of(request), rule_id=rule_id, values=values, seen=seen_by(request)
        )
        return tagged(RuleSerializer(rule).data)

    @extend_schema(
        operation_id="rules_delete",
        summary="Delete a rule with its reports. Who manages the guard may delete anybody's.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, rule_id: int) -> Response:
        actions.rule_delete(actor=actor_of(request), rule_id=rule_id, seen=seen_by(request))
        return Response(status=204)


class RuleArmView(APIView):
    permission_classes = (needs(Permission.RULES),)

    @extend_schema(
        operation_id="rules_arm",
        summary="Have the runs of one's own rule act, once a dry run of it has ended.",
        parameters=[ETAG],
        request=None,
        responses=answers({200: RuleSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, rule_id: int) -> Response:
        rule = actions.rule_arm(actor=actor_of(request), rule_id=rule_id)
        return tagged(RuleSerializer(rule).data)


class RuleDisarmView(APIView):
    permission_classes = (needs(*_STOPS),)

    @extend_schema(
        operation_id="rules_disarm",
        summary="Have the runs of a rule be dry runs. Who manages the guard may for anybody's.",
        parameters=[ETAG],
        request=None,
        responses=answers({200: RuleSerializer}, 401, 403, 404),
    )
    def post(self, request: Request, rule_id: int) -> Response:
        rule = actions.rule_disarm(actor=actor_of(request), rule_id=rule_id)
        return tagged(RuleSerializer(rule).data)


class RuleRunView(APIView):
    permission_classes = (needs(Permission.RULES),)

    @extend_schema(
        operation_id="rules_run",
        summary="Run one's own rule now: as a dry run, and then for real if it is armed.",
        parameters=[*ONCE],
        request=None,
        responses=answers({202: RuleRunSerializer}, 401, 403, 404, 409),
    )
    @idempotent()
    def post(self, request: Request, rule_id: int) -> Response:
        run = actions.rule_run(actor=actor_of(request), rule_id=rule_id)
        return Response(RuleRunSerializer(run).data, status=202)


class RuleRunsView(APIView):
    permission_classes = (needs(Permission.RULES),)

    @extend_schema(
        operation_id="rules_runs",
        summary="A rule's runs; the last 200 are kept.",
        parameters=[RuleRunsParameters],
        responses=answers({200: page_of(RuleRunSerializer, "RuleRunPage")}, 400, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        page_asked, filters = sorted_arguments(RuleRunsParameters, request)
        page = selectors.runs(actor=actor_of(request), rule_id=rule_id, **filters, **page_asked)
        items = RuleRunSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})
