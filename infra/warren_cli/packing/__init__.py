"""A release: one archive that runs without a checkout, Maven, Node and a network."""
