"""Roles, which groups of the organisation give them, and service accounts."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import roles, selectors, service_accounts
from apps.accounts.permissions import actor_of, needs
from apps.accounts.requests import wanted_role, wanted_roles
from apps.accounts.role_serializers import (
    GroupAssignmentSerializer,
    GroupAssignmentsSerializer,
    GroupAssignmentWriteSerializer,
    RoleCreateSerializer,
    RoleDetailsSerializer,
    RolesSerializer,
    RoleUpdateSerializer,
)
from apps.accounts.serializers import (
    ServiceAccountCreateSerializer,
    TokenCreatedSerializer,
    TokenCreateSerializer,
    TokenSerializer,
    UserSerializer,
)
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent


class RolesView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="roles_list",
        summary="All roles, and what a role can hold.",
        responses=answers({200: RolesSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(RolesSerializer(selectors.all_roles()).data)

    @extend_schema(
        operation_id="roles_create",
        summary="Make a role of chosen permissions.",
        parameters=[*ONCE, ETAG],
        request=RoleCreateSerializer,
        responses=answers({201: RoleDetailsSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(RoleCreateSerializer, request.data)
        role = roles.role_create(actor=actor_of(request), **body)
        return tagged(RoleDetailsSerializer(selectors.role_told(role.pk)).data, status=201)


class RoleView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="roles_get",
        summary="One role of administrators' making.",
        parameters=[ETAG],
        responses=answers({200: RoleDetailsSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, role_id: int) -> Response:
        return tagged(RoleDetailsSerializer(selectors.role_told(role_id)).data)

    @extend_schema(
        operation_id="roles_update",
        summary="Change what a role holds. What its users began with other rights ends.",
        parameters=[IF_MATCH, ETAG],
        request=RoleUpdateSerializer,
        responses=answers({200: RoleDetailsSerializer}, *BODY, 401, 403, 404, 412),
    )
    def put(self, request: Request, role_id: int) -> Response:
        body = parsed(RoleUpdateSerializer, request.data)
        roles.role_update(actor=actor_of(request), role_id=role_id, seen=seen_by(request), **body)
        return tagged(RoleDetailsSerializer(selectors.role_told(role_id)).data)

    @extend_schema(
        operation_id="roles_delete",
        summary="Delete a role that nobody has.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 409, 412),
    )
    def delete(self, request: Request, role_id: int) -> Response:
        roles.role_delete(actor=actor_of(request), role_id=role_id, seen=seen_by(request))
        return Response(status=204)


class GroupAssignmentsView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="roles_groups_list",
        summary="Which groups of the organisation give which roles, besides those of the settings.",
        responses=answers({200: GroupAssignmentsSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(GroupAssignmentsSerializer({"items": selectors.group_assignments()}).data)

    @extend_schema(
        operation_id="roles_groups_create",
        summary="Have a group give a role, from its users' next login on.",
        parameters=[*ONCE, ETAG],
        request=GroupAssignmentWriteSerializer,
        responses=answers({201: GroupAssignmentSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(GroupAssignmentWriteSerializer, request.data)
        row = roles.group_assignment_create(
            actor=actor_of(request),
            origin=body["origin"],
            group=body["group"],
            wanted=wanted_role(body),
        )
        return tagged(GroupAssignmentSerializer(row).data, status=201)


class GroupAssignmentView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="roles_groups_get",
        summary="One role that a group gives.",
        parameters=[ETAG],
        responses=answers({200: GroupAssignmentSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, assignment_id: int) -> Response:
        row = selectors.group_assignment(assignment_id)
        return tagged(GroupAssignmentSerializer(row).data)

    @extend_schema(
        operation_id="roles_groups_delete",
        summary="Have a group give a role no more. Who got it loses it now.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, assignment_id: int) -> Response:
        roles.group_assignment_delete(
            actor=actor_of(request), assignment_id=assignment_id, seen=seen_by(request)
        )
        return Response(status=204)


class ServiceAccountsView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_create_service",
        summary="Add a service account: a program that has API tokens alone.",
        parameters=[*ONCE, ETAG],
        request=ServiceAccountCreateSerializer,
        responses=answers({201: UserSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(ServiceAccountCreateSerializer, request.data)
        user = service_accounts.service_create(
            actor=actor_of(request),
            username=body["username"],
            hdfs_user=body.get("hdfs_user") or body["username"],
            owner=body["owner"],
            assignments=wanted_roles(body.get("assignments", ())),
        )
        return tagged(UserSerializer(selectors.user_told(user.pk)).data, status=201)


class ServiceTokensView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_create_token",
        summary="Make an API token of a service account. It does what the account's roles allow.",
        parameters=[*ONCE],
        request=TokenCreateSerializer,
        responses=answers({201: TokenCreatedSerializer}, *BODY, 401, 403, 404, 409),
    )
    @idempotent()
    def post(self, request: Request, user_id: int) -> Response:
        body: dict[str, Any] = parsed(TokenCreateSerializer, request.data)
        token, secret = service_accounts.service_token_create(
            actor=actor_of(request), user_id=user_id, **body
        )
        return Response({**TokenSerializer(token).data, "secret": secret}, status=201)
