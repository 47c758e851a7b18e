package io.warren.namenode.admin;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import javax.servlet.http.HttpServletResponse;

/** JSON as the admin API speaks it: members in snake case, nulls written out. */
final class Json {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static void write(HttpServletResponse response, int status, Object body) throws IOException {
    write(response, status, "application/json", body);
  }

  static void write(HttpServletResponse response, Problem problem) throws IOException {
    write(response, problem.status(), "application/problem+json", problem);
  }

  private static void write(HttpServletResponse response, int status, String type, Object body)
      throws IOException {
    byte[] bytes = MAPPER.writeValueAsBytes(body);
    response.setStatus(status);
    response.setContentType(type);
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
