package io.warren.model;

import java.util.function.LongBinaryOperator;

/** Bytes by type of storage, replicas counted. As limits, 0 means that a type has none. */
public record TypeSpace(
    long ssdBytes, long diskBytes, long archiveBytes, long providedBytes, long nvdimmBytes) {
  public static final TypeSpace NONE = new TypeSpace(0, 0, 0, 0, 0);

  /** Bytes of one type. */
  public static TypeSpace of(QuotaType type, long bytes) {
    return bytes == 0 ? NONE : NONE.with(type, bytes);
  }

  public long get(QuotaType type) {
    return switch (type) {
      case SSD -> ssdBytes;
      case DISK -> diskBytes;
      case ARCHIVE -> archiveBytes;
      case PROVIDED -> providedBytes;
      case NVDIMM -> nvdimmBytes;
    };
  }

  /** The same with another number for one type. */
  public TypeSpace with(QuotaType type, long bytes) {
    return new TypeSpace(
        type == QuotaType.SSD ? bytes : ssdBytes,
        type == QuotaType.DISK ? bytes : diskBytes,
        type == QuotaType.ARCHIVE ? bytes : archiveBytes,
        type == QuotaType.PROVIDED ? bytes : providedBytes,
        type == QuotaType.NVDIMM ? bytes : nvdimmBytes);
  }

  public TypeSpace plus(TypeSpace other) {
    return other.isNothing() ? this : combine(other, Math::addExact);
  }

  public TypeSpace minus(TypeSpace other) {
    return other.isNothing() ? this : combine(other, Math::subtractExact);
  }

  private TypeSpace combine(TypeSpace other, LongBinaryOperator operator) {
    return new TypeSpace(
        operator.applyAsLong(ssdBytes, other.ssdBytes),
        operator.applyAsLong(diskBytes, other.diskBytes),
        operator.applyAsLong(archiveBytes, other.archiveBytes),
        operator.applyAsLong(providedBytes, other.providedBytes),
        operator.applyAsLong(nvdimmBytes, other.nvdimmBytes));
  }

  public boolean isNothing() {
    return equals(NONE);
  }
}
