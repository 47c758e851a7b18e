"""For tests of feed readers: namenodes that serve the admin API's feed from memory."""
