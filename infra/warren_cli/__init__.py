"""Warren's launcher: sets up, starts, checks and stops the embedded mode on one machine."""

VERSION = "0.1.0"
