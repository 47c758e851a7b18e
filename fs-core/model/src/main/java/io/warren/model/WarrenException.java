package io.warren.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An error with a static message and keyed facts, so that logs and clients can group by message.
 */
public abstract class WarrenException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Map<String, Object> facts = new LinkedHashMap<>();

  protected WarrenException(String message) {
    super(message);
  }

  protected WarrenException(String message, Throwable cause) {
    super(message, cause);
  }

  protected final void addFact(String key, Object value) {
    facts.put(key, value);
  }

  /** The facts in the order they were added. */
  public final Map<String, Object> facts() {
    return Collections.unmodifiableMap(facts);
  }

  /** The static message without the facts. */
  public final String title() {
    return String.valueOf(super.getMessage());
  }

  @Override
  public String getMessage() {
    return facts.isEmpty() ? title() : title() + " " + facts;
  }
}
