#!/bin/bash
# Makes the image's base of Debian's packages, under the name that the Dockerfile knows it by: for a
# machine that reaches Debian's archive and no registry of images. Needs podman and mmdebstrap.
set -euo pipefail

image=docker.io/library/debian:bookworm-slim
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$scratch/base.tar"
podman import --quiet "$scratch/base.tar" "$image"
