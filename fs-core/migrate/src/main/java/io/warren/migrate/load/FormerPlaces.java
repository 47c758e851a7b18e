package io.warren.migrate.load;

import io.warren.migrate.image.ImageDiffs;
import io.warren.migrate.image.ImageDiffs.DirectoryChange;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageReferences;
import io.warren.migrate.image.ImageTree;
import io.warren.migrate.image.LongMap;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DirectoryDiff;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * Since when inodes are in their directories, and until when those were that are gone, in the
 * numbers of snapshots: an inode is in the snapshots above the first up to the second. Numbers are
 * Warren's, from 1. Held in memory: 16 to 32 bytes for each name that a directory got while there
 * was a snapshot of it, and 50 to 100 for each that it lost.
 *
 * <p>Names are told apart by hashes of 64 bits: of a hundred million two agree once in 3,600
 * images, and then a snapshot shows one of the two too early.
 */
final class FormerPlaces {
  /** What is done with what directories and files were, when the image is looked through first. */
  interface Check extends ImageDiffs.Visitor {
    /** A name that something had in a directory. */
    void formerName(long inodeId, ByteString name);

    /** A directory that in some snapshot has more names than were in it, who knows which. */
    void tooManyNames(long directoryId);
  }

  private final ImageTree tree;
  private final ImageReferences references;

  /** From the hash of a directory and a name to the newest snapshot that has it not. */
  private final LongMap created = new LongMap();

  /** The same of directories, by their ids, once they were met. */
  private final LongMap createdDirectories = new LongMap();

  /** From a directory to the newest snapshot that it was empty in, whatever its lists say. */
  private final LongMap empty = new LongMap();

  /** From a deleted inode to the directory that it was deleted from. */
  private final LongMap lastParents = new LongMap();

  /** From an inode to the newest snapshot that has it at a former place. */
  private final LongMap lastHeld = new LongMap();

  private FormerPlaces(ImageTree tree, ImageReferences references) {
    this.tree = tree;
    this.references = references;
  }

  /** Of an image without snapshots, or of which they are left out. */
  static FormerPlaces none(ImageTree tree, ImageReferences references) {
    return new FormerPlaces(tree, references);
  }

  /**
   * Looks through what changed since snapshots were taken.
   *
   * @param check sees each change first
   */
  static FormerPlaces of(ImageFile image, ImageTree tree, ImageReferences references, Check check)
      throws IOException {
    FormerPlaces places = new FormerPlaces(tree, references);
    ImageDiffs.forEach(
        image,
        new ImageDiffs.Visitor() {
          @Override
          public void directory(long inodeId, List<DirectoryChange> changes) throws IOException {
            check.directory(inodeId, changes);
            places.look(inodeId, changes, check);
          }

          @Override
          public void file(long inodeId, List<FileDiff> changes) throws IOException {
            check.file(inodeId, changes);
          }
        });
    return places;
  }

  /** The number that a snapshot has here. */
  static long ourNumber(int imageNumber) {
    return imageNumber + 1L;
  }

  private void look(long directoryId, List<DirectoryChange> changes, Check check) {
    Set<ByteString> newest = new HashSet<>();
    if (references.contains(directoryId)) {
      lookAtSizes(directoryId, changes, check);
    }
    for (DirectoryChange change : changes) {
      DirectoryDiff diff = change.diff();
      long number = ourNumber(diff.getSnapshotId());
      for (ByteString name : change.created()) {
        if (newest.add(name)) {
          created.put(hash(directoryId, name), number);
        }
      }
      for (long inodeId : diff.getDeletedINodeList()) {
        deleted(inodeId, directoryId, number);
      }
      for (int place : diff.getDeletedINodeRefList()) {
        ImageReferences.Reference reference = references.at(place, directoryId);
        if (reference.formerName() == null) {
          deleted(reference.inodeId(), directoryId, number);
        } else {
          check.formerName(reference.inodeId(), reference.formerName());
          lastHeld.putMax(reference.inodeId(), number);
        }
      }
    }
  }

  /**
   * Compares the lists of a directory with its sizes. A stock NameNode notes no name that comes by
   * a rename to a directory as such ({@code mv file directory}) where the directory itself was
   * renamed to a place without snapshots. The name is then undone for no snapshot: those that have
   * the directory elsewhere have it, too, when they are asked by path. A listing ends after as many
   * names as there were. When there were none, each of the names came later.
   */
  private void lookAtSizes(long directoryId, List<DirectoryChange> changes, Check check) {
    long names = tree.childrenOfMoved(directoryId);
    boolean unknown = false;
    for (DirectoryChange change : changes) {
      DirectoryDiff diff = change.diff();
      names += diff.getDeletedINodeCount() + diff.getDeletedINodeRefCount();
      names -= change.created().size();
      if (names > 0 && wasEmpty(directoryId, diff)) {
        empty.putMax(directoryId, ourNumber(diff.getSnapshotId()));
      } else {
        unknown |= diff.hasChildrenSize() && names > diff.getChildrenSize();
      }
    }
    if (unknown) {
      check.tooManyNames(directoryId);
    }
  }

  private void deleted(long inodeId, long directoryId, long number) {
    lastParents.put(inodeId, directoryId);
    lastHeld.putMax(inodeId, number);
  }

  private static long hash(long directoryId, ByteString name) {
    long hash = directoryId;
    for (int i = 0; i < name.size(); i++) {
      hash = mix(hash * 31 + name.byteAt(i));
    }
    // Keys are positive.
    return Math.max(1, mix(hash) & Long.MAX_VALUE);
  }

  /** Finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Notes a directory of the image; all are to be met before {@link #sinceOf} is asked. */
  void meet(INode directory) {
    long since = createdAs(directory);
    if (since != 0) {
      createdDirectories.put(directory.getId(), since);
    }
  }

  private long createdAs(INode inode) {
    if (created.size() == 0 && empty.size() == 0) {
      return 0;
    }
    long parentId = tree.parentOf(inode.getId());
    return parentId == 0
        ? 0
        : Math.max(created.get(hash(parentId, inode.getName())), empty.get(parentId));
  }

  /** Whether a snapshot has nothing in a directory that was renamed, whatever its lists say. */
  boolean wasEmpty(long directoryId, DirectoryDiff diff) {
    return references.contains(directoryId)
        && diff.hasChildrenSize()
        && diff.getChildrenSize() == 0;
  }

  /** The directory that an inode is in, or was in last; 0 when renames alone lead to it. */
  long placeOf(long inodeId) {
    long parentId = tree.parentOf(inodeId);
    return parentId == 0 ? lastParents.get(inodeId) : parentId;
  }

  /** The newest snapshot that does not have an inode at {@link #placeOf}, as far as is known. */
  long sinceOf(INode inode) {
    return Math.max(createdAs(inode), bornOf(placeOf(inode.getId())));
  }

  /**
   * The newest snapshot that is known not to have a directory anywhere: none of those up to it has
   * what is in the directory.
   */
  long bornOf(long directoryId) {
    long born = 0;
    if (createdDirectories.size() == 0) {
      return born;
    }
    for (long at = directoryId; at != 0 && !references.contains(at); at = placeOf(at)) {
      born = Math.max(born, createdDirectories.get(at));
    }
    return born;
  }

  /** The newest snapshot that has an inode which is no longer in the tree. */
  long untilOf(long inodeId) {
    long until = 0;
    for (long at = inodeId; at != 0; at = tree.parentOf(at)) {
      until = Math.max(until, lastHeld.get(at));
    }
    return until;
  }

  /** Whether some directory holds or held an inode by reference. */
  boolean wasMoved(long inodeId) {
    return references.contains(inodeId);
  }
}
