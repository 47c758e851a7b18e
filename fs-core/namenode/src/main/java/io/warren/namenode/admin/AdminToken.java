package io.warren.namenode.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The secret that callers of the admin API show, kept in a file that only its owner reads. */
public final class AdminToken {
  private static final int SECRET_BYTES = 32;
  private static final String SCHEME = "Bearer ";

  private final byte[] secret;

  private AdminToken(String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the token, after creating it (mode 0600) when there is none.
   *
   * @throws IOException also when the file is empty
   */
  public static AdminToken loadOrCreate(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    create(file);
    String secret = Files.readString(file).strip();
    if (secret.isEmpty()) {
      throw new IOException("The admin token file is empty; delete it to have a new one: " + file);
    }
    return new AdminToken(secret);
  }

  private static void create(Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    byte[] text = HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
    Set<StandardOpenOption> fresh =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Path half = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    Files.deleteIfExists(half);
    try (var channel =
        Files.newByteChannel(
            half,
            fresh,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(java.nio.ByteBuffer.wrap(text));
    }
    try {
      // A link appears whole or not at all, and never replaces another process's token.
      Files.createLink(file, half);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster: its token counts.
    } finally {
      Files.delete(half);
    }
  }

  /** Whether an Authorization header carries the token; takes the same time for any wrong one. */
  public boolean accepts(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] shown =
        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(secret, shown);
  }
}
