package io.warren.namenode.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The parameters of a call, checked as they are asked for; what is wrong answers 400. */
final class AdminRequest {
  private static final int BODY_MAX_BYTES = 64 * 1024;
  static final String BY_ID = "/.reserved/.inodes/";

  private final HttpServletRequest http;
  private final List<String> segments;
  private @Nullable Body body;

  /**
   * @param segments the path below /admin/v1, split at the slashes and decoded
   */
  AdminRequest(HttpServletRequest http, List<String> segments) {
    this.http = http;
    this.segments = segments;
  }

  String method() {
    return http.getMethod();
  }

  List<String> segments() {
    return segments;
  }

  @Nullable String optional(String name) {
    return http.getParameter(name);
  }

  String required(String name) {
    String value = http.getParameter(name);
    if (value == null) {
      throw Problem.invalid("A parameter is missing", "Give the query parameter " + name);
    }
    return value;
  }

  long number(String name, long fallback, long min, long max) {
    String value = http.getParameter(name);
    if (value == null) {
      return fallback;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered below: not a number is out of range too.
    }
    throw Problem.invalid(
        "A parameter is out of range", name + " must be a whole number from " + min + " to " + max);
  }

  /** True or false; false when it is not given. */
  boolean flag(String name) {
    String value = http.getParameter(name);
    if (value != null && !value.equals("true") && !value.equals("false")) {
      throw Problem.invalid("A parameter is neither true nor false", name + ": " + value);
    }
    return "true".equals(value);
  }

  /** The body as a JSON object of known members. */
  Body body(String... members) throws IOException {
    byte[] bytes = http.getInputStream().readNBytes(BODY_MAX_BYTES + 1);
    if (bytes.length > BODY_MAX_BYTES) {
      throw Problem.invalid("The body is too long", "At most " + BODY_MAX_BYTES + " bytes");
    }
    JsonNode node;
    try {
      node = Json.MAPPER.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw Problem.invalid("The body is not valid JSON", e.getOriginalMessage());
    }
    if (node == null || !node.isObject()) {
      throw Problem.invalid("The body must be a JSON object", "See admin-api.yaml");
    }
    List<String> known = List.of(members);
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw Problem.invalid(
                    "The body has an unknown member",
                    name + "; known: " + String.join(", ", known));
              }
            });
    Body read = new Body(node);
    body = read;
    return read;
  }

  /**
   * What the call is about, once it was handled: a path, by an inode's id where it named that, a
   * job, or the name of a namenode, of a datanode, of a checkpoint or of whom a limit is for.
   */
  @Nullable String subject() {
    if (segments.get(0).equals("process")) {
      return segments.get(2);
    }
    if (segments.get(0).equals("datanodes") && segments.size() == 3) {
      return segments.get(1);
    }
    if (segments.get(0).equals("store")) {
      return segments.size() == 3 ? segments.get(2) : null;
    }
    String inodeId = given("inode_id");
    if (inodeId != null) {
      return BY_ID + inodeId;
    }
    String path = given("path");
    if (path != null) {
      return path;
    }
    return segments.get(0).equals("limits") ? given("name") : given("job");
  }

  private @Nullable String given(String name) {
    return body == null ? http.getParameter(name) : body.node().path(name).asText(null);
  }

  /** Which of several operations the body asked for; null for calls that have one. */
  @Nullable String operation() {
    return body == null ? null : body.node().path("operation").asText(null);
  }

  String address() {
    return http.getRemoteAddr();
  }

  /** A JSON object whose members are checked as they are asked for. */
  record Body(JsonNode node) {
    boolean has(String name) {
      return node.has(name);
    }

    @Nullable String text(String name) {
      JsonNode value = node.get(name);
      if (value == null || value.isNull()) {
        return null;
      }
      if (!value.isTextual()) {
        throw Problem.invalid("A member has the wrong type", name + " must be a string");
      }
      return value.textValue();
    }

    String requiredText(String name) {
      String value = text(name);
      if (value == null) {
        throw Problem.invalid("A member is missing", "Give " + name);
      }
      return value;
    }

    /** A list of strings, at most {@code max} of them. */
    List<String> texts(String name, int max) {
      JsonNode value = node.get(name);
      if (value == null || !value.isArray() || value.size() > max) {
        throw Problem.invalid(
            "A member is not such a list", name + " must be a list of at most " + max + " strings");
      }
      List<String> texts = new ArrayList<>(value.size());
      for (JsonNode each : value) {
        if (!each.isTextual()) {
          throw Problem.invalid("A member has the wrong type", name + " must hold strings");
        }
        texts.add(each.textValue());
      }
      return texts;
    }

    /** A member that is an object itself; null when there is none. */
    @Nullable Body object(String name) {
      JsonNode value = node.get(name);
      if (value == null || value.isNull()) {
        return null;
      }
      if (!value.isObject()) {
        throw Problem.invalid("A member has the wrong type", name + " must be an object");
      }
      return new Body(value);
    }

    /** A list of objects, at most {@code max} of them. */
    List<Body> objects(String name, int max) {
      List<Body> objects = new ArrayList<>();
      for (JsonNode each : list(name, max)) {
        if (!each.isObject()) {
          throw Problem.invalid("A member has the wrong type", name + " must hold objects");
        }
        objects.add(new Body(each));
      }
      return objects;
    }

    /** A list of whole numbers from {@code min} on, at most {@code max} of them. */
    List<Long> numbers(String name, long min, int max) {
      List<Long> numbers = new ArrayList<>();
      for (JsonNode each : list(name, max)) {
        if (!each.isIntegralNumber() || !each.canConvertToLong() || each.longValue() < min) {
          throw Problem.invalid(
              "A member has the wrong type", name + " must hold whole numbers from " + min + " on");
        }
        numbers.add(each.longValue());
      }
      return numbers;
    }

    private JsonNode list(String name, int max) {
      JsonNode value = node.get(name);
      if (value == null || !value.isArray() || value.size() > max) {
        throw Problem.invalid(
            "A member is not such a list", name + " must be a list of at most " + max + " items");
      }
      return value;
    }

    @Nullable Long number(String name, long min, long max) {
      JsonNode value = node.get(name);
      if (value == null || value.isNull()) {
        return null;
      }
      if (!value.isIntegralNumber()
          || !value.canConvertToLong()
          || value.longValue() < min
          || value.longValue() > max) {
        throw Problem.invalid(
            "A member is out of range",
            name + " must be a whole number from " + min + " to " + max);
      }
      return value.longValue();
    }

    long requiredNumber(String name, long min, long max) {
      Long value = number(name, min, max);
      if (value == null) {
        throw Problem.invalid("A member is missing", "Give " + name);
      }
      return value;
    }

    boolean flag(String name, boolean fallback) {
      JsonNode value = node.get(name);
      if (value == null || value.isNull()) {
        return fallback;
      }
      if (!value.isBoolean()) {
        throw Problem.invalid("A member has the wrong type", name + " must be true or false");
      }
      return value.booleanValue();
    }
  }
}
