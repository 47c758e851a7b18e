package io.warren.checker;

import java.util.List;
import java.util.Locale;

/**
 * One step of a sequence: something a client, a datanode, the leader or the machine does. Its text
 * form is one line, so a failing sequence can be pasted into a test.
 *
 * @param namenode which namenode is asked, from 0
 * @param caller who asks: an index of {@link Callers}
 * @param slot number of an open file of the writing clients; -1 where there is none
 * @param path "-" where there is none
 * @param other second path, or a name of a user or group; "-" where there is none
 * @param number a mode, a length in bytes, a replication, a time, a limit: by the kind
 */
public record Step(
    Kind kind, int namenode, int caller, int slot, String path, String other, long number) {
  static final String NONE = "-";
  private static final int FIELDS = 7;

  /** What is done. */
  public enum Kind {
    MKDIRS,
    /** Without making parents. */
    MKDIR,
    /**
     * Makes parents; the opened file goes to the slot. Number is the id of an erasure-coding
     * policy, -1 for replication, 0 for what the directory says.
     */
    CREATE,
    CREATE_OVERWRITE,
    /** Without making parents. */
    CREATE_ALONE,
    /**
     * The slot's writer adds a block, writes number bytes, to a block group so many for each data
     * unit, and datanodes report them.
     */
    ADD_BLOCK,
    /** As ADD_BLOCK without the report. */
    ADD_BLOCK_UNREPORTED,
    /**
     * A datanode reports what the slot's writer wrote to its last block; of a block group those of
     * the units whose bits number has.
     */
    REPORT,
    COMPLETE,
    /** The slot's writer closes its file with number bytes in the database. */
    COMPLETE_SMALL,
    /** The path's file of one block goes into the database, as the namenode does by itself. */
    TAKE_IN,
    /** Of a block without data: its pipeline did not come about. */
    ABANDON,
    FSYNC,
    /** The slot's writer sets up its pipeline again, under a new generation. */
    NEW_PIPELINE,
    APPEND,
    APPEND_NEW_BLOCK,
    /** Of a file whose bytes are in the database. */
    APPEND_SMALL,
    TRUNCATE,
    /** Adds the file other, given number times, to the end of the file path. */
    CONCAT,
    RENAME,
    RENAME_STRICT,
    RENAME_OVERWRITE,
    DELETE,
    DELETE_RECURSIVE,
    CHMOD,
    CHOWN,
    CHGRP,
    SET_REPLICATION,
    SET_TIMES,
    /** Number -1 clears the limit. */
    SET_NAMES_QUOTA,
    /** Number -1 clears the limit. */
    SET_SPACE_QUOTA,
    /** Other is a type of storage, number a limit that no step reaches, or -1 to clear it. */
    SET_TYPE_QUOTA,
    STAT,
    /** Gives other ("user:NAME" or "group:NAME") the rights number. */
    ACL_GRANT,
    /** As ACL_GRANT for what is made below. */
    ACL_DEFAULT,
    ACL_CLEAR,
    /** Other is the name, number the value. */
    SET_XATTR,
    REMOVE_XATTR,
    GET_XATTRS,
    /** Number is the id of a storage policy, 0 for none. */
    SET_POLICY,
    /** Number is the id of an erasure-coding policy, -1 for replication, 0 to unset it. */
    SET_EC,
    /** The erasure-coding policy that holds. */
    GET_EC,
    /** Takes other ("user:NAME" or "group:NAME") its own rights. */
    ACL_REVOKE,
    ACL_CLEAR_DEFAULT,
    GET_ACL,
    /** How a reader finds the whole file, or with other a name of a snapshot, what it was. */
    OPEN,
    ALLOW_SNAPSHOTS,
    DISALLOW_SNAPSHOTS,
    /** Its name is made of number, as in all steps about one snapshot. */
    TAKE_SNAPSHOT,
    DROP_SNAPSHOT,
    /** Other is the new name. */
    RENAME_SNAPSHOT,
    /** Everything that is in the snapshot. */
    READ_SNAPSHOT,
    /** What differs between the snapshot and other: another one's name, or "-" for the present. */
    DIFF_SNAPSHOT,
    /** In pages of number entries. */
    LIST,
    CONTENT_SUMMARY,
    QUOTA_USAGE,
    ACCESS,
    /** Changes the group of a whole subtree in bounded steps. */
    CHGRP_ALL,
    /** Deletes a whole subtree in bounded steps. */
    DELETE_ALL,
    RENEW_LEASE,
    RECOVER_LEASE,
    /** The leader looks after leases. */
    LEASE_TICK,
    /**
     * Datanodes end a recovery of the path's last block with number bytes, or as many as are known
     * to be written, if that is more; 0 of 0: no data exists.
     */
    FINISH_RECOVERY,
    HOUSEKEEPING,
    /** The caller's last at-most-once call arrives once more, at this namenode. */
    REPEAT,
    /** The namenode is replaced by one that knows nothing. */
    RESTART,
    /** The clock moves on by number milliseconds. */
    ADVANCE;

    /** Whether a writer does it to the file of its slot. */
    boolean writes() {
      return switch (this) {
        case ADD_BLOCK,
            ADD_BLOCK_UNREPORTED,
            REPORT,
            COMPLETE,
            COMPLETE_SMALL,
            ABANDON,
            FSYNC,
            NEW_PIPELINE ->
            true;
        default -> false;
      };
    }

    /** Whether a repeated call is answered with the first answer. */
    boolean atMostOnce() {
      return switch (this) {
        case CREATE,
            CREATE_OVERWRITE,
            CREATE_ALONE,
            APPEND,
            APPEND_NEW_BLOCK,
            APPEND_SMALL,
            CONCAT,
            RENAME,
            RENAME_STRICT,
            RENAME_OVERWRITE,
            DELETE,
            SET_XATTR,
            REMOVE_XATTR,
            SET_EC,
            TAKE_SNAPSHOT,
            DROP_SNAPSHOT,
            RENAME_SNAPSHOT,
            DELETE_RECURSIVE ->
            true;
        default -> false;
      };
    }
  }

  /** Whether the step opens a file for writing. */
  boolean opens() {
    return switch (kind) {
      case CREATE, CREATE_OVERWRITE, CREATE_ALONE, APPEND, APPEND_NEW_BLOCK, APPEND_SMALL -> true;
      default -> false;
    };
  }

  /** A step with paths only. */
  public static Step of(Kind kind, int namenode, int caller, String path, String other) {
    return new Step(kind, namenode, caller, -1, path, other, 0);
  }

  Step withNumber(long changed) {
    return new Step(kind, namenode, caller, slot, path, other, changed);
  }

  @Override
  public String toString() {
    return String.join(
        " ",
        kind.name().toLowerCase(Locale.ROOT),
        "nn" + namenode,
        Callers.name(caller),
        Integer.toString(slot),
        path,
        other,
        Long.toString(number));
  }

  /** Reads what {@link #toString} wrote. */
  public static Step parse(String line) {
    List<String> fields = List.of(line.trim().split(" "));
    if (fields.size() != FIELDS) {
      throw new IllegalArgumentException("Not a step: " + line);
    }
    return new Step(
        Kind.valueOf(fields.get(0).toUpperCase(Locale.ROOT)),
        Integer.parseInt(fields.get(1).substring(2)),
        Callers.indexOf(fields.get(2)),
        Integer.parseInt(fields.get(3)),
        fields.get(4),
        fields.get(5),
        Long.parseLong(fields.get(6)));
  }

  /** Reads one step per line; blank lines are skipped. */
  public static List<Step> parseAll(String text) {
    return text.lines().filter(line -> !line.isBlank()).map(Step::parse).toList();
  }
}
