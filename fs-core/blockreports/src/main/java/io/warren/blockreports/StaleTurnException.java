package io.warren.blockreports;

import java.io.IOException;

/** The turn is over, or another namenode's: the datanode asks for another one. */
public final class StaleTurnException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message as the RPC client hands it over: the constructor that it looks for
   */
  public StaleTurnException(String message) {
    super(message);
  }
}
