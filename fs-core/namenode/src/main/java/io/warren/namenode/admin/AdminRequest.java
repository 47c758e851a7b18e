package io.warren.namenode.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The parameters of a call, checked as they are asked for; what is wrong answers 400. */
final class AdminRequest {
  private static final int BODY_MAX_BYTES = 64 * 1024;

  private final HttpServletRequest http;
  private final List<String> segments;

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
    return new Body(node);
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
