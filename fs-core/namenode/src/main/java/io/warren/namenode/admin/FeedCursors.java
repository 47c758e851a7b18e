package io.warren.namenode.admin;

import io.warren.namenode.admin.Problem.ProblemException;
import java.util.Locale;

/**
 * Cursors of one file system's feed: a mark of the file system and a sequence. The mark tells a
 * reader that the store under it was replaced, which a sequence alone could hide.
 */
final class FeedCursors {
  private final String mark;

  FeedCursors(String clusterId) {
    this.mark = String.format(Locale.ROOT, "%08x", clusterId.hashCode());
  }

  String of(long sequence) {
    return mark + "-" + sequence;
  }

  /**
   * The sequence of a cursor.
   *
   * @param head newest sequence of the feed
   * @throws ProblemException 400 for what is no cursor, 410 for a cursor of another file system or
   *     of changes that this one never had
   */
  long sequence(String cursor, long head) {
    int dash = cursor.indexOf('-');
    long sequence = dash < 0 ? -1 : number(cursor.substring(dash + 1));
    if (sequence < 0) {
      throw Problem.invalid("The cursor is not one of a feed", "Pass `next` of an earlier page");
    }
    if (!cursor.substring(0, dash).equals(mark) || sequence > head) {
      throw new ProblemException(
          Problem.of(
              410,
              "feed_trimmed",
              "The cursor is of another file system's feed",
              "Rebuild from /admin/v1/inodes"));
    }
    return sequence;
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
