package io.warren.namespace.subtree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step visited and changed.
 *
 * @param cursor where the next step goes on; null when the subtree is done
 * @param changed inodes changed, or in a dry run that would change
 * @param atPath last path visited
 */
public record StepResult(
    @Nullable String cursor,
    long inodeId,
    long files,
    long directories,
    long lengthBytes,
    long spaceConsumedBytes,
    long changed,
    List<ItemError> errors,
    String atPath) {
  public StepResult {
    errors = List.copyOf(errors);
  }

  /**
   * Why one inode was left as it was.
   *
   * @param code lower-case code of the error, e.g. "conflict"
   */
  public record ItemError(String path, String code, String message) {}
}
