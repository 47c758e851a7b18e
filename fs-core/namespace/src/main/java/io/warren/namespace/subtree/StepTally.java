package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.subtree.StepWork.Failed;
import io.warren.namespace.walk.StepCursor;
import io.warren.namespace.walk.StepWalk.Visited;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a step did until now.
 *
 * @param errorCount inodes that it could not change
 * @param errors the first of them
 * @param attributes what it changed of the attributes of inodes, in the order of the changes
 * @param cursor where the next step goes on; null when the subtree is done
 */
record StepTally(
    long files,
    long directories,
    long lengthBytes,
    long spaceBytes,
    long changed,
    long errorCount,
    List<ItemError> errors,
    List<ChangedInode> attributes,
    @Nullable StepCursor cursor) {
  private static final int VERSION = 2;

  /** Of a record that a namenode wrote before attributes were kept. */
  private static final int WITHOUT_ATTRIBUTES = 1;

  private static final int FIXED_BYTES = 100;
  private static final StepTally NOTHING =
      new StepTally(0, 0, 0, 0, 0, 0, List.of(), List.of(), (StepCursor) null);

  StepTally {
    errors = List.copyOf(errors);
    attributes = List.copyOf(attributes);
  }

  /** Nothing yet. */
  static StepTally from(@Nullable StepCursor cursor) {
    return NOTHING.at(cursor);
  }

  /** The same up to another place. */
  StepTally at(@Nullable StepCursor place) {
    return new StepTally(
        files,
        directories,
        lengthBytes,
        spaceBytes,
        changed,
        errorCount,
        errors,
        attributes,
        place);
  }

  /** With more inodes visited, whose change is told by {@link #changed}. */
  StepTally visited(List<Visited> items) {
    long moreFiles = 0;
    long moreDirectories = 0;
    long moreBytes = 0;
    long moreSpace = 0;
    for (Visited item : items) {
      Inode inode = item.inode();
      if (inode.isDirectory()) {
        moreDirectories++;
      } else {
        moreFiles++;
        moreBytes += inode.sizeBytes();
        moreSpace += PolicySpace.ofFile(inode, inode.sizeBytes()).spaceBytes();
      }
    }
    return new StepTally(
        files + moreFiles,
        directories + moreDirectories,
        lengthBytes + moreBytes,
        spaceBytes + moreSpace,
        changed,
        errorCount,
        errors,
        attributes,
        cursor);
  }

  StepTally changed(long more) {
    return new StepTally(
        files,
        directories,
        lengthBytes,
        spaceBytes,
        changed + more,
        errorCount,
        errors,
        attributes,
        cursor);
  }

  /** With more inodes whose attributes were changed; {@link #changed} counts them. */
  StepTally with(List<ChangedInode> more) {
    List<ChangedInode> all = new ArrayList<>(attributes);
    all.addAll(more);
    return new StepTally(
        files, directories, lengthBytes, spaceBytes, changed, errorCount, errors, all, cursor);
  }

  /** With inodes that could not be changed. */
  StepTally failed(List<ItemError> failed) {
    List<ItemError> all = new ArrayList<>(errors);
    all.addAll(failed);
    return new StepTally(
        files,
        directories,
        lengthBytes,
        spaceBytes,
        changed,
        errorCount + failed.size(),
        all,
        attributes,
        cursor);
  }

  /** Without errors that another try shall decide on. */
  StepTally without(List<Failed> retried) {
    Set<ItemError> taken = new HashSet<>();
    retried.forEach(each -> taken.add(each.error()));
    return new StepTally(
        files,
        directories,
        lengthBytes,
        spaceBytes,
        changed,
        errorCount - retried.size(),
        errors.stream().filter(error -> !taken.contains(error)).toList(),
        attributes,
        cursor);
  }

  /**
   * How many more inodes the record can tell of, whatever was changed of them.
   *
   * @param eachMaxBytes what one takes at most
   */
  int room(int placeBytes, int eachMaxBytes) {
    int taken = FIXED_BYTES + placeBytes + encoded(attributes).length;
    return (JobStep.ANSWER_MAX_BYTES - taken) / eachMaxBytes;
  }

  private static byte[] encoded(List<ChangedInode> changed) {
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes)) {
      ChangedInodes.write(out, changed);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As it is kept in the job's record: with as many errors as there is room for. */
  byte[] encode() {
    byte[] place = cursor == null ? new byte[0] : cursor.bytes();
    byte[] former = encoded(attributes);
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      for (long number :
          List.of(files, directories, lengthBytes, spaceBytes, changed, errorCount)) {
        out.writeLong(number);
      }
      out.writeBoolean(cursor != null);
      out.writeInt(place.length);
      out.write(place);
      out.write(former);
      int room = JobStep.ANSWER_MAX_BYTES - FIXED_BYTES - place.length - former.length;
      for (ItemError error : errors) {
        byte[] text = text(error);
        room -= text.length + Short.BYTES;
        if (room < 0) {
          break;
        }
        out.writeShort(text.length);
        out.write(text);
      }
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static StepTally decode(byte[] answer) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer))) {
      int version = in.readByte();
      if (version != VERSION && version != WITHOUT_ATTRIBUTES) {
        throw new IOException("The record of a step of another version");
      }
      long files = in.readLong();
      long directories = in.readLong();
      long lengthBytes = in.readLong();
      long spaceBytes = in.readLong();
      long changed = in.readLong();
      long errorCount = in.readLong();
      boolean more = in.readBoolean();
      byte[] place = in.readNBytes(in.readInt());
      List<ChangedInode> attributes =
          version == WITHOUT_ATTRIBUTES ? List.of() : ChangedInodes.read(in);
      List<ItemError> errors = new ArrayList<>();
      while (in.available() > 0) {
        errors.add(error(in.readNBytes(in.readUnsignedShort())));
      }
      StepCursor cursor = more ? StepCursor.read(place) : null;
      return new StepTally(
          files,
          directories,
          lengthBytes,
          spaceBytes,
          changed,
          errorCount,
          errors,
          attributes,
          cursor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path comes last: a line feed may be in it, but not in the others. */
  private static byte[] text(ItemError error) {
    return (error.code() + "\n" + error.message() + "\n" + error.path())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static ItemError error(byte[] text) {
    String[] parts = new String(text, StandardCharsets.UTF_8).split("\n", 3);
    return new ItemError(parts[2], parts[0], parts[1]);
  }
}
