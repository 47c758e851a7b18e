"""Makes `warren_client/generated` of the API's description."""
