"""Commands that ask any Warren by its REST API: a URL and a token are all they need."""
