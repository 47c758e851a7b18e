#!/bin/bash
# Writes what the chart makes of its own values, and of all that can be turned on (needs helm 3).
# Tests check that it is a valid description of pods, and that it was made of this chart.
set -euo pipefail
cd "$(dirname "$0")"

chart_sum() {
  find warren -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1
}

render() {
  echo "# Made by infra/helm/render.sh of the chart with the sum $(chart_sum)."
  helm template warren warren --namespace warren --kube-version 1.31.0 "$@"
}

helm lint --quiet --strict warren
render > rendered.yaml
render --values everything.yaml > rendered-everything.yaml
