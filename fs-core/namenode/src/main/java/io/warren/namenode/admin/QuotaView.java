package io.warren.namenode.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.quota.ExpectedLimits;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.QuotasAbove;
import io.warren.namespace.quota.SetInodeQuota;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.QuotaGain;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits of a directory as the admin API tells them and is told to set them; null for none. */
final class QuotaView {
  /** Limits by type of storage. */
  record TypeLimits(
      @Nullable Long ssdQuotaBytes,
      @Nullable Long diskQuotaBytes,
      @Nullable Long archiveQuotaBytes,
      @Nullable Long providedQuotaBytes,
      @Nullable Long nvdimmQuotaBytes) {
    static final TypeLimits NONE = of(TypeSpace.NONE);

    static TypeLimits of(TypeSpace limits) {
      return new TypeLimits(
          typeLimit(limits.ssdBytes()),
          typeLimit(limits.diskBytes()),
          typeLimit(limits.archiveBytes()),
          typeLimit(limits.providedBytes()),
          typeLimit(limits.nvdimmBytes()));
    }

    private static @Nullable Long typeLimit(long stored) {
      return stored == 0 ? null : stored;
    }
  }

  /** What is used of each type of storage, as quotas count it. */
  record TypesUsed(
      long ssdUsedBytes,
      long diskUsedBytes,
      long archiveUsedBytes,
      long providedUsedBytes,
      long nvdimmUsedBytes) {
    static TypesUsed of(TypeSpace used) {
      return new TypesUsed(
          used.ssdBytes(),
          used.diskBytes(),
          used.archiveBytes(),
          used.providedBytes(),
          used.nvdimmBytes());
    }
  }

  record Quota(
      @Nullable Long namespaceQuota,
      @Nullable Long spaceQuotaBytes,
      long namespaceUsed,
      long spaceUsedBytes,
      @JsonUnwrapped TypeLimits types,
      @JsonUnwrapped TypesUsed typesUsed) {
    static Quota of(QuotaStatus status) {
      return new Quota(
          limit(status.namespaceQuota()),
          limit(status.spaceQuotaBytes()),
          status.namespaceUsed(),
          status.spaceUsedBytes(),
          TypeLimits.of(status.typeQuotas()),
          TypesUsed.of(status.typeUsed()));
    }
  }

  record Result(Quota before, Quota after) {
    static Result of(SetQuota.Result result) {
      return new Result(Quota.of(result.before()), Quota.of(result.after()));
    }
  }

  /** What a directory with a quota would gain, negative for what it would lose. */
  record Gain(
      long inodeId,
      String path,
      long spaceBytes,
      long ssdBytes,
      long diskBytes,
      long archiveBytes,
      long providedBytes,
      long nvdimmBytes,
      boolean typesExact) {
    static Gain of(QuotaGain gain) {
      TypeSpace types = gain.types();
      return new Gain(
          gain.inodeId(),
          gain.path().toString(),
          gain.spaceBytes(),
          types.ssdBytes(),
          types.diskBytes(),
          types.archiveBytes(),
          types.providedBytes(),
          types.nvdimmBytes(),
          gain.typesExact());
    }
  }

  /** A directory with a quota. */
  record Directory(long inodeId, String path) {}

  /** Directories with a quota above a path, and the policy that is inherited there. */
  record Above(List<Directory> directories, int storagePolicy, long asOfMs) {
    static Above of(QuotasAbove.Found found, long asOfMs) {
      List<Directory> directories =
          found.directories().stream()
              .map(each -> new Directory(each.inodeId(), each.path().toString()))
              .toList();
      return new Above(directories, found.storagePolicy(), asOfMs);
    }
  }

  private QuotaView() {}

  static @Nullable Long limit(long stored) {
    return stored == QuotaStatus.NONE ? null : stored;
  }

  /** The step that a request asks for. */
  static SetInodeQuota step(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body(
            "inode_id",
            "namespace_quota",
            "space_quota_bytes",
            "ssd_quota_bytes",
            "disk_quota_bytes",
            "archive_quota_bytes",
            "provided_quota_bytes",
            "nvdimm_quota_bytes",
            "expected",
            "job",
            "epoch",
            "step");
    return new SetInodeQuota(
        body.requiredNumber("inode_id", 1, Long.MAX_VALUE),
        change(body, "namespace_quota"),
        change(body, "space_quota_bytes"),
        types(body),
        expected(body),
        JobSteps.required(body));
  }

  private static ExpectedLimits expected(AdminRequest.Body body) {
    AdminRequest.Body limits = body.object("expected");
    return limits == null
        ? ExpectedLimits.ANY
        : new ExpectedLimits(
            change(limits, "namespace_quota"), change(limits, "space_quota_bytes"), types(limits));
  }

  private static Map<QuotaType, QuotaLimit> types(AdminRequest.Body body) {
    Map<QuotaType, QuotaLimit> types = new EnumMap<>(QuotaType.class);
    for (QuotaType type : QuotaType.values()) {
      QuotaLimit change = change(body, type.name().toLowerCase(Locale.ROOT) + "_quota_bytes");
      if (change != QuotaLimit.KEEP) {
        types.put(type, change);
      }
    }
    return types;
  }

  private static QuotaLimit change(AdminRequest.Body body, String member) {
    if (!body.has(member)) {
      return QuotaLimit.KEEP;
    }
    Long value = body.number(member, 1, Long.MAX_VALUE - 1);
    return value == null ? QuotaLimit.CLEAR : QuotaLimit.of(value);
  }
}
