package io.warren.namespace;

/**
 * The permission bits that a client asks for. Only the namespace knows whether the umask counts: a
 * parent's default ACL takes its place.
 *
 * @param masked with the client's umask applied
 * @param unmasked without it; the same where the client does not say
 */
public record CreateMode(int masked, int unmasked) {
  private static final int BITS = 01777;
  private static final int OWNER_WRITE_EXECUTE = 0300;

  public CreateMode {
    masked &= BITS;
    unmasked &= BITS;
  }

  /** Of a client that says only what is left by its umask. */
  public static CreateMode of(int mode) {
    return new CreateMode(mode, mode);
  }

  /** For a directory made on the way: its owner can write and pass. */
  public CreateMode onTheWay() {
    return new CreateMode(masked | OWNER_WRITE_EXECUTE, unmasked | OWNER_WRITE_EXECUTE);
  }
}
