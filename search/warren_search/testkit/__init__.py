"""For tests of search backends: the contract suite, a simple model and random histories."""
