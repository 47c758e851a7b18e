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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that callers of the admin API show, each kept in a file that only its owner reads.
 */
public final class AdminTokens {
  private static final int SECRET_BYTES = 32;
  private static final String SCHEME = "Bearer ";

  private final Map<AdminHolder, byte[]> secrets;

  private AdminTokens(Map<AdminHolder, byte[]> secrets) {
    this.secrets = new EnumMap<>(secrets);
  }

  /**
   * Reads the tokens, after creating those (mode 0600) that are not there.
   *
   * @param folder of secrets
   * @throws IOException also when a file is empty, or two hold the same: then a holder would have
   *     what another is meant to have
   */
  public static AdminTokens loadOrCreate(Path folder) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Map<AdminHolder, byte[]> secrets = new EnumMap<>(AdminHolder.class);
    Set<String> seen = new HashSet<>();
    for (AdminHolder holder : AdminHolder.values()) {
      Path file = folder.resolve(holder.fileName());
      create(file);
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new IOException(
            "An admin token's file is empty; delete it to have a new one: " + file);
      }
      if (!seen.add(secret)) {
        throw new IOException(
            "An admin token's file holds another's token; delete it to have a new one: " + file);
      }
      secrets.put(holder, secret.getBytes(StandardCharsets.UTF_8));
    }
    return new AdminTokens(secrets);
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

  /** What a holder shows to other processes. */
  public String secret(AdminHolder holder) {
    byte[] secret = secrets.get(holder);
    if (secret == null) {
      throw new IllegalStateException("There is no token for " + holder);
    }
    return new String(secret, StandardCharsets.UTF_8);
  }

  /**
   * Whose token an Authorization header carries; null for nobody's. Takes the same time for any
   * wrong one.
   */
  @Nullable AdminHolder holder(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    byte[] shown =
        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    AdminHolder found = null;
    for (Map.Entry<AdminHolder, byte[]> each : secrets.entrySet()) {
      if (MessageDigest.isEqual(each.getValue(), shown)) {
        found = each.getKey();
      }
    }
    return found;
  }
}
