package io.warren.model;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of one path component: 1 to 255 bytes of valid UTF-8 (the root's name is empty). Ordered
 * by unsigned bytes, which is the order of listings.
 */
public final class Name implements Comparable<Name> {
  /** Longest name, in bytes of UTF-8. */
  public static final int MAX_BYTES = 255;

  /** The root's name. */
  public static final Name ROOT = new Name(new byte[0]);

  private final byte[] utf8;
  private int hash;

  private Name(byte[] utf8) {
    this.utf8 = utf8;
  }

  /**
   * Checks and wraps a name.
   *
   * @throws NamespaceException with code INVALID_PATH for an empty or overlong name, for "." and
   *     "..", for '/' or NUL in it, and for text that has no UTF-8 form (a lone surrogate)
   */
  public static Name of(String text) {
    if (text.isEmpty() || text.equals(".") || text.equals("..")) {
      throw invalid("A path component must not be empty, \".\" or \"..\"", text);
    }
    if (text.indexOf('/') >= 0 || text.indexOf('\0') >= 0) {
      throw invalid("A path component must not contain '/' or NUL", text);
    }
    byte[] bytes = hasSurrogates(text) ? encode(text) : text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_BYTES) {
      throw invalid("A path component must be at most 255 bytes of UTF-8", text)
          .with("lengthBytes", bytes.length);
    }
    return new Name(bytes);
  }

  private static boolean hasSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Refuses surrogates without a partner, which {@link String#getBytes} would replace. */
  private static byte[] encode(String text) {
    try {
      ByteBuffer encoded =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw invalid("A path component must be valid Unicode text", "(not encodable as UTF-8)");
    }
  }

  /** Wraps bytes that a store returned; they were checked when they were written. */
  public static Name trusted(byte[] utf8) {
    return utf8.length == 0 ? ROOT : new Name(utf8);
  }

  private static NamespaceException invalid(String message, String text) {
    return new NamespaceException(NamespaceException.Code.INVALID_PATH, message)
        .with("component", text);
  }

  /** The bytes themselves; callers must not change them. */
  public byte[] bytes() {
    return utf8;
  }

  @Override
  public int compareTo(Name other) {
    return Arrays.compareUnsigned(utf8, other.utf8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Name n && Arrays.equals(utf8, n.utf8);
  }

  @Override
  public int hashCode() {
    int h = hash;
    if (h == 0) {
      h = Arrays.hashCode(utf8);
      hash = h;
    }
    return h;
  }

  @Override
  public String toString() {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
