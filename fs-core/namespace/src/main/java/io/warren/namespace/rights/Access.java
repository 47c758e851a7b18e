package io.warren.namespace.rights;

/** Rights to an inode; the ordinal is the permission bits, 4 read, 2 write, 1 execute. */
public enum Access {
  NONE,
  EXECUTE,
  WRITE,
  WRITE_EXECUTE,
  READ,
  READ_EXECUTE,
  READ_WRITE,
  ALL;

  private static final Access[] VALUES = values();

  public int bits() {
    return ordinal();
  }

  /** The rights of three permission bits. */
  public static Access ofBits(int bits) {
    return VALUES[bits & 7];
  }
}
