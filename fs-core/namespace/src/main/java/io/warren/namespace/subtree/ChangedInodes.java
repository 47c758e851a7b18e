package io.warren.namespace.subtree;

import io.warren.namespace.subtree.AttributeChange.Attributes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changed inodes as the record of a step keeps them: the different changes, of which there are few,
 * then each inode's id, as the distance from the one before, with the number of its change.
 */
final class ChangedInodes {
  /** An inode with a change of numbers that no other one has takes no more. */
  static final int EACH_MAX_BYTES = 36;

  /** As much of one with a change of a text. */
  static final int EACH_TEXT_MAX_BYTES = EACH_MAX_BYTES + 2 * TextAttribute.MAX_BYTES;

  private static final int BITS = 7;
  private static final int LOW = 0x7f;

  private ChangedInodes() {}

  static void write(DataOutputStream out, List<ChangedInode> changed) throws IOException {
    Map<AttributeChange, Integer> numbers = new LinkedHashMap<>();
    changed.forEach(each -> numbers.putIfAbsent(each.change(), numbers.size()));
    writeNumber(out, numbers.size());
    for (AttributeChange change : numbers.keySet()) {
      Attributes to = change.to();
      int numbersOf = to.values().keySet().stream().mapToInt(Attribute::bit).sum();
      out.writeByte(numbersOf | to.texts().keySet().stream().mapToInt(TextAttribute::bit).sum());
      for (Attributes side : List.of(change.from(), to)) {
        for (Attribute each : Attribute.values()) {
          writePart(out, side.of(each));
        }
        for (TextAttribute each : TextAttribute.values()) {
          writeText(out, side.texts().get(each));
        }
      }
    }
    writeNumber(out, changed.size());
    long before = 0;
    for (ChangedInode each : changed) {
      long distance = each.inodeId() - before;
      writeNumber(out, (distance << 1) ^ (distance >> (Long.SIZE - 1)));
      writeNumber(out, numbers.getOrDefault(each.change(), 0));
      before = each.inodeId();
    }
  }

  static List<ChangedInode> read(DataInputStream in) throws IOException {
    List<AttributeChange> changes = new ArrayList<>();
    long different = readNumber(in);
    for (long i = 0; i < different; i++) {
      int parts = in.readUnsignedByte();
      changes.add(new AttributeChange(attributes(in, parts), attributes(in, parts)));
    }
    List<ChangedInode> changed = new ArrayList<>();
    long count = readNumber(in);
    long inodeId = 0;
    for (long i = 0; i < count; i++) {
      long distance = readNumber(in);
      inodeId += (distance >>> 1) ^ -(distance & 1);
      changed.add(new ChangedInode(inodeId, changes.get((int) readNumber(in))));
    }
    return changed;
  }

  private static void writePart(DataOutputStream out, @Nullable Integer part) throws IOException {
    if (part != null) {
      writeNumber(out, part);
    }
  }

  private static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
    if (text != null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      writeNumber(out, bytes.length);
      out.write(bytes);
    }
  }

  private static Attributes attributes(DataInputStream in, int parts) throws IOException {
    Map<Attribute, Integer> values = new EnumMap<>(Attribute.class);
    for (Attribute each : Attribute.values()) {
      if ((parts & each.bit()) != 0) {
        values.put(each, (int) readNumber(in));
      }
    }
    Map<TextAttribute, String> texts = new EnumMap<>(TextAttribute.class);
    for (TextAttribute each : TextAttribute.values()) {
      if ((parts & each.bit()) != 0) {
        byte[] bytes = in.readNBytes((int) readNumber(in));
        texts.put(each, new String(bytes, StandardCharsets.UTF_8));
      }
    }
    return new Attributes(values, texts);
  }

  private static void writeNumber(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while ((rest & ~LOW) != 0) {
      out.writeByte((int) (rest & LOW) | (LOW + 1));
      rest >>>= BITS;
    }
    out.writeByte((int) rest);
  }

  private static long readNumber(DataInputStream in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      int next = in.readUnsignedByte();
      number |= (long) (next & LOW) << shift;
      if (next <= LOW) {
        return number;
      }
    }
    throw new IOException("A number in the record of a step has no end");
  }
}
