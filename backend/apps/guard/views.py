"""The guard: rules that ask for a second person, windows in which nothing acts, limits by role."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access, actor_of
from apps.common.openapi import BODY, answers
from apps.common.requests import parsed
from apps.guard import rules, selectors
from apps.guard.serializers import (
    GuardRuleSerializer,
    GuardRulesSerializer,
    GuardRuleWriteSerializer,
)


class GuardRulesView(APIView):
    permission_classes = (access(Access.OPERATE, POST=Access.ADMIN),)

    @extend_schema(
        operation_id="guard_rules",
        summary="The rules that have jobs wait for a second person.",
        responses=answers({200: GuardRulesSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(GuardRulesSerializer({"items": selectors.rules()}).data)

    @extend_schema(
        operation_id="guard_rule_create",
        summary="Have more jobs wait for a second person, from now on.",
        request=GuardRuleWriteSerializer,
        responses=answers({201: GuardRuleSerializer}, *BODY, 401, 403, 409),
    )
    def post(self, request: Request) -> Response:
        values = parsed(GuardRuleWriteSerializer, request.data)
        rule = rules.rule_create(actor=actor_of(request), values=values)
        return Response(GuardRuleSerializer(rule).data, status=201)


class GuardRuleView(APIView):
    permission_classes = (access(Access.OPERATE, PUT=Access.ADMIN, DELETE=Access.ADMIN),)

    @extend_schema(
        operation_id="guard_rule",
        summary="One rule.",
        responses=answers({200: GuardRuleSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        return Response(GuardRuleSerializer(selectors.rule_by_id(rule_id)).data)

    @extend_schema(
        operation_id="guard_rule_update",
        summary="Change a rule. Jobs that wait already keep the demand that held when they began "
        "to; for jobs of who changes it the former rule holds on for a while.",
        request=GuardRuleWriteSerializer,
        responses=answers({200: GuardRuleSerializer}, *BODY, 401, 403, 404),
    )
    def put(self, request: Request, rule_id: int) -> Response:
        values = parsed(GuardRuleWriteSerializer, request.data)
        rule = rules.rule_update(actor=actor_of(request), rule_id=rule_id, values=values)
        return Response(GuardRuleSerializer(rule).data)

    @extend_schema(
        operation_id="guard_rule_delete",
        summary="Delete a rule. For jobs of who deletes it, it holds on for a while.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, rule_id: int) -> Response:
        rules.rule_delete(actor=actor_of(request), rule_id=rule_id)
        return Response(status=204)
