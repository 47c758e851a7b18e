package io.warren.namespace.walk;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The place of the last inode visited: its names below the subtree's root. The next inode is the
 * next in order, whatever was added, removed or renamed meanwhile.
 */
public record StepCursor(long rootId, boolean bottomUp, List<Name> below) {
  private static final int VERSION = 1;

  public String encode() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes());
  }

  public byte[] bytes() {
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(rootId);
      out.writeBoolean(bottomUp);
      out.writeShort(below.size());
      for (Name name : below) {
        out.writeByte(name.bytes().length);
        out.write(name.bytes());
      }
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static StepCursor decode(String text) {
    try {
      return read(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
  }

  public static StepCursor read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != VERSION) {
        throw invalid();
      }
      long rootId = in.readLong();
      boolean bottomUp = in.readBoolean();
      int depth = in.readUnsignedShort();
      if (depth > FsPath.DEPTH_MAX) {
        throw invalid();
      }
      List<Name> below = new ArrayList<>();
      for (int i = 0; i < depth; i++) {
        byte[] name = new byte[in.readUnsignedByte()];
        in.readFully(name);
        below.add(Name.trusted(name));
      }
      return new StepCursor(rootId, bottomUp, below);
    } catch (IOException e) {
      throw invalid();
    }
  }

  /** The path of the last inode visited, below the subtree's root. */
  public FsPath below(FsPath root) {
    FsPath path = root;
    for (Name name : below) {
      path = path.child(name);
    }
    return path;
  }

  private static NamespaceException invalid() {
    return new NamespaceException(
            NamespaceException.Code.INVALID_ARGUMENT, "The cursor is not one of this API")
        .with("hint", "Pass the cursor of the last step unchanged, or none to start over");
  }
}
