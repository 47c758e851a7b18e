"""Channels of alerts, what was sent through them, and the console's bell."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, actor_of, needs, rights_of, user_of
from apps.alerts import bell, channels, selectors, testing
from apps.alerts.serializers import (
    AlertChannelCreatedSerializer,
    AlertChannelSerializer,
    AlertChannelsSerializer,
    AlertChannelWriteSerializer,
    AlertDeliveryParameters,
    AlertDeliverySerializer,
    AlertSecretSerializer,
    BellReadSerializer,
    BellSerializer,
)
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.idempotency.repeats import idempotent


def _manages(request: Request) -> bool:
    return rights_of(request).holds(Permission.MANAGE_ALERTS)


class AlertChannelsView(APIView):
    permission_classes = (needs(Permission.ALERTS, POST=(Permission.MANAGE_ALERTS,)),)

    @extend_schema(
        operation_id="alert_channels",
        summary="Where alerts go, by name.",
        responses=answers({200: AlertChannelsSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        found = selectors.channels(with_urls=_manages(request))
        return Response(AlertChannelsSerializer(found).data)

    @extend_schema(
        operation_id="alert_channel_create",
        summary="Tell another place what changes from now on.",
        parameters=[*ONCE, ETAG],
        request=AlertChannelWriteSerializer,
        responses=answers({201: AlertChannelCreatedSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        row, secret = channels.channel_create(
            actor=actor_of(request), values=parsed(AlertChannelWriteSerializer, request.data)
        )
        created = {"channel": selectors.shown(row, with_url=True), "secret": secret}
        return Response(
            AlertChannelCreatedSerializer(created).data, status=201, headers={"ETag": row.etag}
        )


class AlertChannelView(APIView):
    permission_classes = (
        needs(
            Permission.ALERTS,
            PUT=(Permission.MANAGE_ALERTS,),
            DELETE=(Permission.MANAGE_ALERTS,),
        ),
    )

    @extend_schema(
        operation_id="alert_channel",
        summary="One channel.",
        parameters=[ETAG],
        responses=answers({200: AlertChannelSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, channel_id: int) -> Response:
        found = selectors.channel(channel_id=channel_id, with_url=_manages(request))
        return tagged(AlertChannelSerializer(found).data)

    @extend_schema(
        operation_id="alert_channel_update",
        summary="Replace a channel's settings; its kind and its secret stay.",
        parameters=[IF_MATCH, ETAG],
        request=AlertChannelWriteSerializer,
        responses=answers({200: AlertChannelSerializer}, *BODY, 401, 403, 404, 409, 412),
    )
    def put(self, request: Request, channel_id: int) -> Response:
        row = channels.channel_update(
            actor=actor_of(request),
            channel_id=channel_id,
            values=parsed(AlertChannelWriteSerializer, request.data),
            seen=seen_by(request),
        )
        return tagged(AlertChannelSerializer(selectors.shown(row, with_url=True)).data)

    @extend_schema(
        operation_id="alert_channel_delete",
        summary="Delete a channel with its log.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, channel_id: int) -> Response:
        channels.channel_delete(
            actor=actor_of(request), channel_id=channel_id, seen=seen_by(request)
        )
        return Response(status=204)


class AlertSecretView(APIView):
    permission_classes = (needs(Permission.MANAGE_ALERTS),)

    @extend_schema(
        operation_id="alert_channel_secret",
        summary="Sign a webhook with another secret from now on.",
        parameters=[*ONCE],
        request=None,
        responses=answers({200: AlertSecretSerializer}, 401, 403, 404, 409),
    )
    @idempotent()
    def post(self, request: Request, channel_id: int) -> Response:
        secret = channels.channel_new_secret(actor=actor_of(request), channel_id=channel_id)
        return Response(AlertSecretSerializer({"secret": secret}).data)


class AlertTestView(APIView):
    permission_classes = (needs(Permission.ALERTS),)

    @extend_schema(
        operation_id="alert_channel_test",
        summary="Send a test message now, once, and say what became of it.",
        parameters=[*ONCE],
        request=None,
        responses=answers({200: AlertDeliverySerializer}, 401, 403, 404, 409, 429),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request, channel_id: int) -> Response:
        delivery = testing.channel_test(actor=actor_of(request), channel_id=channel_id)
        return Response(AlertDeliverySerializer(delivery).data)


class AlertDeliveriesView(APIView):
    permission_classes = (needs(Permission.ALERTS),)

    @extend_schema(
        operation_id="alert_deliveries",
        summary="What was sent and what became of it, newest first; the last 10,000 are kept.",
        parameters=[AlertDeliveryParameters],
        responses=answers(
            {200: page_of(AlertDeliverySerializer, "AlertDeliveryPage")}, 400, 401, 403
        ),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(AlertDeliveryParameters, request)
        page = selectors.deliveries(
            channel_id=filters["channel"], state=filters["state"], **page_asked
        )
        items = AlertDeliverySerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})


class BellView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="alert_bell",
        summary="What changed lately, once for each check, and how much of it I have not read.",
        responses=answers({200: BellSerializer}, 401),
    )
    def get(self, request: Request) -> Response:
        user = user_of(request)
        return Response(BellSerializer(bell.bell(user_id=user.pk, since=user.created_at)).data)


class BellReadView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="alert_bell_read",
        summary="I have read all up to a change.",
        request=BellReadSerializer,
        responses=answers({204: None}, *BODY, 401, 403),
    )
    def post(self, request: Request) -> Response:
        body = parsed(BellReadSerializer, request.data)
        bell.mark_read(actor=actor_of(request), up_to=body["up_to"])
        return Response(status=204)
