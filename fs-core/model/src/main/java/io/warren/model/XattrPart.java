package io.warren.model;

/**
 * A part of an extended attribute's value; every attribute has a first part, numbered 0, whose name
 * counts. Callers must not change the value's bytes.
 *
 * @param number of the attribute among those of its inode
 * @param namespace ordinal of the attribute's namespace
 */
public record XattrPart(
    long inodeId, int number, int part, int namespace, String name, byte[] value) {
  /** Greatest length of a name in bytes of UTF-8. */
  public static final int NAME_MAX_BYTES = 8_000;

  /** Greatest length of one part of a value. */
  public static final int VALUE_MAX_BYTES = 8_000;

  public XattrKey key() {
    return new XattrKey(inodeId, number, part);
  }
}
