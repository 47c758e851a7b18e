"""The cluster mode in containers, tried with podman."""
