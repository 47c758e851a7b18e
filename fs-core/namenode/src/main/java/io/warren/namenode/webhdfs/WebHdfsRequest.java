package io.warren.namenode.webhdfs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.web.resources.Param;
import org.jspecify.annotations.Nullable;

/**
 * A WebHDFS call: its path and parameters. Parameter names have no case, as with stock namenodes.
 */
final class WebHdfsRequest {
  private final String path;
  private final String remoteAddress;
  private final Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  WebHdfsRequest(HttpServletRequest http) {
    String raw = http.getRequestURI().substring(http.getServletPath().length());
    // In a path '+' stands for itself.
    String decoded = URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    path = decoded.isEmpty() ? "/" : decoded;
    remoteAddress = http.getRemoteAddr();
    http.getParameterMap()
        .forEach(
            (name, values) -> {
              if (values.length > 0) {
                parameters.putIfAbsent(name, values[0]);
              }
            });
  }

  String path() {
    return path;
  }

  String remoteAddress() {
    return remoteAddress;
  }

  /** The operation in upper case; empty when there is none. */
  String operation() {
    return parameters.getOrDefault("op", "").toUpperCase(Locale.ROOT);
  }

  @Nullable String text(String name) {
    return parameters.get(name);
  }

  /** A parameter that is true or false, in any case; false when it is missing. */
  boolean flag(String name) {
    String value = parameters.getOrDefault(name, "false");
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "Invalid value for webhdfs parameter \"" + name + "\": " + value);
    }
    return value.equalsIgnoreCase("true");
  }

  /** A parameter read by the stock class for it, which knows its domain and default. */
  <P extends Param<?, ?>> P get(String name, Function<@Nullable String, P> reader) {
    return reader.apply(parameters.get(name));
  }

  /** As {@link #get}, but the parameter must be there. */
  <P extends Param<?, ?>> P require(String name, Function<@Nullable String, P> reader) {
    P parameter = get(name, reader);
    if (parameter.getValue() == null) {
      throw new IllegalArgumentException(
          "Required param " + name + " for op: " + operation() + " is null or empty");
    }
    return parameter;
  }
}
