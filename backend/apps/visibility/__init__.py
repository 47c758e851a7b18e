"""What an actor may see of the namespace: one place decides it for every answer."""
