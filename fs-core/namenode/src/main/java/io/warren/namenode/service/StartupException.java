package io.warren.namenode.service;

/** A reason not to start that the operator can act on; the message is one line and says how. */
public final class StartupException extends Exception {
  private static final long serialVersionUID = 1L;

  public StartupException(String message) {
    super(message);
  }

  public StartupException(String message, Throwable cause) {
    super(message, cause);
  }
}
