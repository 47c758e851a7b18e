package io.warren.namenode.webhdfs;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
  private final Map<String, List<String>> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  WebHdfsRequest(HttpServletRequest http) {
    String raw = http.getRequestURI().substring(http.getServletPath().length());
    // In a path '+' stands for itself.
    String decoded = decode(raw.replace("+", "%2B"), "path");
    String query = http.getQueryString();
    if (query != null) {
      decode(query, "query");
    }
    path = decoded.isEmpty() ? "/" : decoded;
    remoteAddress = http.getRemoteAddr();
    http.getParameterMap()
        .forEach(
            (name, values) -> {
              if (values.length > 0) {
                parameters.putIfAbsent(name, List.of(values));
              }
            });
  }

  /**
   * Decodes percent escapes into UTF-8, strictly: a lenient decoder would turn every invalid byte
   * into the same character, and so one name into another.
   */
  private static String decode(String escaped, String part) {
    String bytes =
        new String(escaped.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    ByteBuffer decoded =
        ByteBuffer.wrap(
            URLDecoder.decode(bytes, StandardCharsets.ISO_8859_1)
                .getBytes(StandardCharsets.ISO_8859_1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("The " + part + " is not valid UTF-8: " + escaped, e);
    }
  }

  String path() {
    return path;
  }

  String remoteAddress() {
    return remoteAddress;
  }

  /** The operation in upper case; empty when there is none. */
  String operation() {
    return textOr("op", "").toUpperCase(Locale.ROOT);
  }

  /** The first value of a parameter, or null. */
  @Nullable String text(String name) {
    return all(name).stream().findFirst().orElse(null);
  }

  /** Every value of a parameter that may be repeated. */
  List<String> all(String name) {
    return parameters.getOrDefault(name, List.of());
  }

  private String textOr(String name, String missing) {
    return Objects.requireNonNullElse(text(name), missing);
  }

  /** A parameter that is true or false, in any case; false when it is missing. */
  boolean flag(String name) {
    String value = textOr(name, "false");
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "Invalid value for webhdfs parameter \"" + name + "\": " + value);
    }
    return value.equalsIgnoreCase("true");
  }

  /** A parameter read by the stock class for it, which knows its domain and default. */
  <P extends Param<?, ?>> P get(String name, Function<@Nullable String, P> reader) {
    try {
      return reader.apply(text(name));
    } catch (IllegalArgumentException e) {
      throw invalid(name, e);
    }
  }

  /** As {@link #get}, with the text that stands for a missing parameter. */
  <P extends Param<?, ?>> P get(String name, String missing, Function<String, P> reader) {
    try {
      return reader.apply(textOr(name, missing));
    } catch (IllegalArgumentException e) {
      throw invalid(name, e);
    }
  }

  private static IllegalArgumentException invalid(String name, IllegalArgumentException e) {
    return new IllegalArgumentException(
        "Invalid value for webhdfs parameter \"" + name + "\": " + e.getMessage(), e);
  }

  /** As {@link #get}, but the parameter must be there. */
  <P extends Param<?, ?>> P require(String name, Function<@Nullable String, P> reader) {
    P parameter = get(name, reader);
    if (parameter.getValue() == null || textOr(name, "").isEmpty()) {
      throw new IllegalArgumentException(
          "Required param " + name + " for op: " + operation() + " is null or empty");
    }
    return parameter;
  }
}
