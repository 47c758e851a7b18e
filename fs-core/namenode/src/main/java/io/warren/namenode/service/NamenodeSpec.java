package io.warren.namenode.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A namenode to run: its name and where it listens. Port 0 asks the operating system for one.
 *
 * @param name what operators call it, e.g. "nn1"
 */
public record NamenodeSpec(String name, HostPort rpc, HostPort http) {

  /** A host and a TCP port. */
  public record HostPort(String host, int port) {
    private static final Pattern TEXT = Pattern.compile("(.+):([0-9]{1,5})");

    public static HostPort parse(String text) {
      Matcher m = TEXT.matcher(text);
      if (!m.matches() || Integer.parseInt(m.group(2)) > 65_535) {
        throw new IllegalArgumentException("not HOST:PORT with a port of 0 to 65535: " + text);
      }
      return new HostPort(m.group(1), Integer.parseInt(m.group(2)));
    }

    /** The same host with the port that was really bound. */
    public HostPort withPort(int boundPort) {
      return new HostPort(host, boundPort);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /**
   * Reads "NAME,RPC_HOST:PORT,HTTP_HOST:PORT".
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static NamenodeSpec parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("not NAME,RPC_HOST:PORT,HTTP_HOST:PORT: " + text);
    }
    if (!NAME.matcher(parts[0]).matches()) {
      throw new IllegalArgumentException(
          "a namenode's name has 1 to 64 letters, digits, '_' or '-': " + parts[0]);
    }
    return new NamenodeSpec(parts[0], HostPort.parse(parts[1]), HostPort.parse(parts[2]));
  }
}
