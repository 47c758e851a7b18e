package io.warren.namenode.admin;

import io.warren.namenode.admin.Problem.ProblemException;
import io.warren.store.FeedIncarnation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cursors of one file system's feed: a mark of the file system, the incarnation of its store that
 * told the sequence, and the sequence. They tell a reader that the store under it was replaced or
 * set back, which a sequence alone hides once it was given again.
 */
final class FeedCursors {
  private final String mark;

  FeedCursors(String clusterId) {
    this.mark = String.format(Locale.ROOT, "%08x", clusterId.hashCode());
  }

  /** What the cursors of this file system begin with. */
  String mark() {
    return mark;
  }

  /** The cursor of a sequence that this feed has told. */
  String of(List<FeedIncarnation> incarnations, long sequence) {
    int id = FeedIncarnation.of(incarnations, sequence).id();
    return String.format(Locale.ROOT, "%s-%08x-%d", mark, id, sequence);
  }

  /**
   * The sequence of a cursor.
   *
   * @param head newest sequence of the feed
   * @throws ProblemException 400 for what is no cursor, 410 for a cursor of another file system
   *     (feed_trimmed) or of changes that this one does not have any more (feed_set_back)
   */
  long sequence(String cursor, List<FeedIncarnation> incarnations, long head) {
    String[] parts = cursor.split("-", -1);
    // Cursors of earlier versions name no incarnation.
    boolean named = parts.length == 3;
    long sequence = named || parts.length == 2 ? number(parts[parts.length - 1], 10) : -1;
    long id = named ? number(parts[1], 16) : 0;
    if (sequence < 0 || id < 0) {
      throw Problem.invalid("The cursor is not one of a feed", "Pass `next` of an earlier page");
    }
    if (!parts[0].equals(mark)) {
      throw gone("feed_trimmed", "The cursor is of another file system's feed", Map.of());
    }
    Long agreed = agreedThrough(incarnations, id, head);
    if (agreed == null || sequence > agreed) {
      Map<String, Object> facts =
          agreed == null ? Map.of() : Map.of("agreed_through", agreed, "sequence", sequence);
      throw gone("feed_set_back", "The store was set back behind the cursor", facts);
    }
    return sequence;
  }

  /** Up to where a reader of an incarnation has seen this feed's changes; null: not known. */
  private static @Nullable Long agreedThrough(
      List<FeedIncarnation> incarnations, long id, long head) {
    for (int i = 0; i < incarnations.size(); i++) {
      if (incarnations.get(i).id() == id) {
        boolean isNewest = i + 1 == incarnations.size();
        return isNewest ? head : Math.min(head, incarnations.get(i + 1).firstSequence() - 1);
      }
    }
    return null;
  }

  private static ProblemException gone(String code, String title, Map<String, Object> facts) {
    return new ProblemException(
        Problem.of(410, code, title, "Rebuild from /admin/v1/inodes").with(facts));
  }

  private static long number(String digits, int radix) {
    try {
      return Long.parseLong(digits, radix);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
