package io.warren.namespace.subtree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step visited and changed.
 *
 * @param cursor where the next step goes on; null when the subtree is done
 * @param changed inodes changed, or in a dry run that would change
 * @param errorCount inodes left as they were
 * @param errors the first of them, with the reasons; fewer when the step is told again
 * @param attributes what it changed of the attributes of inodes, in the order of the changes
 * @param quotas of a look: what directories with a quota would gain
 * @param path where the subtree's root is; null when it is gone
 * @param atPath last path visited; null when it is not known any more
 */
public record StepResult(
    @Nullable String cursor,
    long inodeId,
    long files,
    long directories,
    long lengthBytes,
    long spaceConsumedBytes,
    long changed,
    long errorCount,
    List<ItemError> errors,
    List<ChangedInode> attributes,
    List<QuotaGain> quotas,
    @Nullable String path,
    @Nullable String atPath) {
  public StepResult {
    errors = List.copyOf(errors);
    attributes = List.copyOf(attributes);
    quotas = List.copyOf(quotas);
  }

  StepResult with(List<QuotaGain> gains) {
    return new StepResult(
        cursor,
        inodeId,
        files,
        directories,
        lengthBytes,
        spaceConsumedBytes,
        changed,
        errorCount,
        errors,
        attributes,
        gains,
        path,
        atPath);
  }

  /**
   * Why one inode was left as it was.
   *
   * @param code lower-case code of the error, e.g. "conflict"
   */
  public record ItemError(String path, String code, String message) {}
}
