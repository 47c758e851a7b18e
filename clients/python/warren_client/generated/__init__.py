"""Made by `make contracts` from backend/openapi.yaml; do not edit."""
