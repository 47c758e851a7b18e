"""Figures over time, and the forecast of the capacity."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.figures import selectors
from apps.figures.names import FigureName
from apps.figures.serializers import FigureParameters, FiguresSerializer, ForecastSerializer


class FiguresView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="figures_get",
        summary="What the cluster did and held over time: a day finely, thirty days coarsely.",
        parameters=[FigureParameters],
        responses=answers({200: FiguresSerializer}, 400, 401),
    )
    def get(self, request: Request) -> Response:
        query = parsed(FigureParameters, request.query_params)
        names = query.get("names")
        found = selectors.figures(
            of=selectors.FigureRange(query["range"]),
            names=frozenset(FigureName(each) for each in names.split(","))
            if names
            else frozenset(),
        )
        return Response(FiguresSerializer(found).data)


class ForecastView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="figures_forecast",
        summary="When the disks are full if they fill up as they did in the last thirty days.",
        responses=answers({200: ForecastSerializer}, 401),
    )
    def get(self, request: Request) -> Response:
        return Response(ForecastSerializer(selectors.forecast()).data)
