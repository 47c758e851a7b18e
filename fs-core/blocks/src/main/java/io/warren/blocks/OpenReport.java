package io.warren.blocks;

import io.warren.blockreports.HashReport;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one datanode has sent of its report so far. Thread-safe. */
final class OpenReport {
  private static final class Part {
    final BlockReportKind kind;
    final long startedAtMs;
    final int buckets;
    final int mismatching;
    final long replicas;
    final long fullBytes;
    long changes;
    long bytes;
    long lastAtMs;

    Part(HashReport report, int mismatching, boolean full, long startedAtMs) {
      this.kind = full ? BlockReportKind.FULL : BlockReportKind.HASHED;
      this.startedAtMs = startedAtMs;
      this.buckets = report.hashes().size();
      this.mismatching = mismatching;
      this.replicas = report.replicas();
      this.fullBytes = report.fullBytes();
      this.bytes = report.lengthBytes();
    }
  }

  private final String datanodeUuid;
  private final long beganAtMs;
  private final Map<Integer, Part> parts = new TreeMap<>();

  OpenReport(String datanodeUuid, long beganAtMs) {
    this.datanodeUuid = datanodeUuid;
    this.beganAtMs = beganAtMs;
  }

  boolean isOf(String datanode) {
    return datanodeUuid.equals(datanode);
  }

  String datanodeUuid() {
    return datanodeUuid;
  }

  long beganAtMs() {
    return beganAtMs;
  }

  /** A storage's hashes were compared; a repeated message begins the storage again. */
  synchronized void begin(
      int storageId,
      HashReport report,
      int mismatching,
      boolean full,
      long changes,
      long startedAtMs,
      long nowMs) {
    Part part = new Part(report, mismatching, full, startedAtMs);
    part.changes = changes;
    part.lastAtMs = nowMs;
    parts.put(storageId, part);
  }

  synchronized boolean hasBegun(int storageId) {
    return parts.containsKey(storageId);
  }

  synchronized void add(int storageId, long changes) {
    Part part = parts.get(storageId);
    if (part != null) {
      part.changes += changes;
    }
  }

  synchronized void received(int storageId, long bytes, long nowMs) {
    Part part = parts.get(storageId);
    if (part != null) {
      part.bytes += bytes;
      part.lastAtMs = nowMs;
    }
  }

  /** The reports of all storages, for the history. */
  synchronized List<BlockReport> finished(long namenodeId, long nextDueAtMs) {
    return parts.entrySet().stream()
        .map(entry -> report(entry.getKey(), entry.getValue(), namenodeId, nextDueAtMs))
        .toList();
  }

  private static BlockReport report(int storageId, Part part, long namenodeId, long nextDueAtMs) {
    return new BlockReport(
        storageId,
        part.startedAtMs,
        part.kind,
        part.lastAtMs - part.startedAtMs,
        part.buckets,
        part.buckets - part.mismatching,
        part.mismatching,
        part.replicas,
        part.changes,
        part.bytes,
        Math.max(0, part.fullBytes - part.bytes),
        namenodeId,
        nextDueAtMs,
        0);
  }
}
