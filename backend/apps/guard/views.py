"""The guard: rules that ask for a second person, windows in which nothing acts, limits by role."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.models import Role
from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.guard import role_limits, rules, selectors, windows
from apps.guard.serializers import (
    FreezeWindowSerializer,
    FreezeWindowsSerializer,
    FreezeWindowWriteSerializer,
    GuardRuleSerializer,
    GuardRulesSerializer,
    GuardRuleWriteSerializer,
    RoleLimitSerializer,
    RoleLimitsSerializer,
    RoleLimitWriteSerializer,
)
from apps.idempotency.repeats import idempotent

_MANAGE = (Permission.MANAGE_GUARD,)


class GuardRulesView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD, POST=_MANAGE),)

    @extend_schema(
        operation_id="guard_rules",
        summary="The rules that have jobs wait for a second person.",
        responses=answers({200: GuardRulesSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(
            GuardRulesSerializer({"items": selectors.rules(actor=actor_of(request))}).data
        )

    @extend_schema(
        operation_id="guard_rule_create",
        summary="Have more jobs wait for a second person, from now on.",
        parameters=[*ONCE, ETAG],
        request=GuardRuleWriteSerializer,
        responses=answers({201: GuardRuleSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        values = parsed(GuardRuleWriteSerializer, request.data)
        rule = rules.rule_create(actor=actor_of(request), values=values)
        return tagged(GuardRuleSerializer(rule).data, status=201)


class GuardRuleView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD, PUT=_MANAGE, DELETE=_MANAGE),)

    @extend_schema(
        operation_id="guard_rule",
        summary="One rule.",
        parameters=[ETAG],
        responses=answers({200: GuardRuleSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, rule_id: int) -> Response:
        rule = selectors.rule_seen(rule_id, actor=actor_of(request))
        return tagged(GuardRuleSerializer(rule).data)

    @extend_schema(
        operation_id="guard_rule_update",
        summary="Change a rule. Jobs that wait already keep the demand that held when they began "
        "to; for jobs of who changes it the former rule holds on for a while.",
        parameters=[IF_MATCH, ETAG],
        request=GuardRuleWriteSerializer,
        responses=answers({200: GuardRuleSerializer}, *BODY, 401, 403, 404, 412),
    )
    def put(self, request: Request, rule_id: int) -> Response:
        values = parsed(GuardRuleWriteSerializer, request.data)
        rule = rules.rule_update(
            actor=actor_of(request), rule_id=rule_id, values=values, seen=seen_by(request)
        )
        return tagged(GuardRuleSerializer(rule).data)

    @extend_schema(
        operation_id="guard_rule_delete",
        summary="Delete a rule. For jobs of who deletes it, it holds on for a while.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, rule_id: int) -> Response:
        rules.rule_delete(actor=actor_of(request), rule_id=rule_id, seen=seen_by(request))
        return Response(status=204)


class FreezeWindowsView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD, POST=_MANAGE),)

    @extend_schema(
        operation_id="guard_windows",
        summary="The windows in which jobs don't begin to act, and which of them hold now.",
        responses=answers({200: FreezeWindowsSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(
            FreezeWindowsSerializer({"items": selectors.windows(actor=actor_of(request))}).data
        )

    @extend_schema(
        operation_id="guard_window_create",
        summary="Freeze jobs for a time, once or weekly. Dry runs stay allowed.",
        parameters=[*ONCE, ETAG],
        request=FreezeWindowWriteSerializer,
        responses=answers({201: FreezeWindowSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        values = parsed(FreezeWindowWriteSerializer, request.data)
        window = windows.window_create(actor=actor_of(request), values=values)
        return tagged(FreezeWindowSerializer(window).data, status=201)


class FreezeWindowView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD, PUT=_MANAGE, DELETE=_MANAGE),)

    @extend_schema(
        operation_id="guard_window",
        summary="One window.",
        parameters=[ETAG],
        responses=answers({200: FreezeWindowSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, window_id: int) -> Response:
        window = selectors.window_seen(window_id, actor=actor_of(request))
        return tagged(FreezeWindowSerializer(window).data)

    @extend_schema(
        operation_id="guard_window_update",
        summary="Change a window. One that was lifted holds again.",
        parameters=[IF_MATCH, ETAG],
        request=FreezeWindowWriteSerializer,
        responses=answers({200: FreezeWindowSerializer}, *BODY, 401, 403, 404, 412),
    )
    def put(self, request: Request, window_id: int) -> Response:
        values = parsed(FreezeWindowWriteSerializer, request.data)
        window = windows.window_update(
            actor=actor_of(request), window_id=window_id, values=values, seen=seen_by(request)
        )
        return tagged(FreezeWindowSerializer(window).data)

    @extend_schema(
        operation_id="guard_window_delete",
        summary="Delete a window; what it holds goes on.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, window_id: int) -> Response:
        windows.window_delete(actor=actor_of(request), window_id=window_id, seen=seen_by(request))
        return Response(status=204)


class FreezeWindowLiftView(APIView):
    permission_classes = (needs(*_MANAGE),)

    @extend_schema(
        operation_id="guard_window_lift",
        summary="Let jobs act although a window holds, until its end; a weekly one holds again.",
        parameters=[ETAG],
        request=None,
        responses=answers({200: FreezeWindowSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, window_id: int) -> Response:
        window = windows.window_lift(actor=actor_of(request), window_id=window_id)
        return tagged(FreezeWindowSerializer(window).data)


class RoleLimitsView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD),)

    @extend_schema(
        operation_id="guard_limits",
        summary="What administrators, and all others, may do at most.",
        responses=answers({200: RoleLimitsSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(
            RoleLimitsSerializer({"items": selectors.role_limits(actor=actor_of(request))}).data
        )


class RoleLimitView(APIView):
    permission_classes = (needs(Permission.SEE_GUARD, PUT=_MANAGE),)

    @extend_schema(
        operation_id="guard_limit",
        summary="What users of one role may do at most.",
        parameters=[ETAG],
        responses=answers({200: RoleLimitSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, role: str) -> Response:
        limit = selectors.role_limit(role, actor=actor_of(request))
        return tagged(RoleLimitSerializer(limit).data)

    @extend_schema(
        operation_id="guard_limit_set",
        summary="Limit the jobs of a role's users, from now on.",
        parameters=[IF_MATCH, ETAG],
        request=RoleLimitWriteSerializer,
        responses=answers({200: RoleLimitSerializer}, *BODY, 401, 403, 404, 412),
    )
    def put(self, request: Request, role: str) -> Response:
        values = parsed(RoleLimitWriteSerializer, request.data)
        if role not in (Role.OPERATOR, Role.ADMIN):
            raise selectors.no_such_role(role)
        limit = role_limits.role_limit_set(
            actor=actor_of(request), role=Role(role), values=values, seen=seen_by(request)
        )
        return tagged(RoleLimitSerializer(limit).data)
