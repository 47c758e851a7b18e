package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.CacheManagerSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SecretManagerSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;

/**
 * What an image says of the whole file system.
 *
 * @param transactionId of the last edit that the image holds
 * @param lastBlockId the greatest id that was given to a block
 * @param lastBlockGroupId the last one that was given to a group of coded blocks
 * @param lastGenerationStamp the greatest that was given
 * @param snapshots how many there are
 * @param cachePools how many there are
 * @param cacheDirectives how many there are
 * @param delegationTokens that were handed out and did not expire
 */
public record ImageHeader(
    int namespaceId,
    long transactionId,
    long lastBlockId,
    long lastBlockGroupId,
    long lastGenerationStamp,
    int snapshots,
    int cachePools,
    int cacheDirectives,
    int delegationTokens) {
  /** Reads the small sections of an image. */
  public static ImageHeader read(ImageFile image) throws IOException {
    NameSystemSection names;
    try (InputStream in = image.require(SectionName.NS_INFO)) {
      names = NameSystemSection.parseDelimitedFrom(in);
    }
    CacheManagerSection cache = CacheManagerSection.getDefaultInstance();
    try (InputStream in = image.open(SectionName.CACHE_MANAGER)) {
      cache = in == null ? cache : CacheManagerSection.parseDelimitedFrom(in);
    }
    SecretManagerSection secrets = SecretManagerSection.getDefaultInstance();
    try (InputStream in = image.open(SectionName.SECRET_MANAGER)) {
      secrets = in == null ? secrets : SecretManagerSection.parseDelimitedFrom(in);
    }
    return new ImageHeader(
        names.getNamespaceId(),
        names.getTransactionId(),
        names.getLastAllocatedBlockId(),
        names.hasLastAllocatedStripedBlockId()
            ? names.getLastAllocatedStripedBlockId()
            : Long.MIN_VALUE,
        Math.max(names.getGenstampV1(), names.getGenstampV2()),
        snapshots(image),
        cache.getNumPools(),
        cache.getNumDirectives(),
        secrets.getNumTokens());
  }

  private static int snapshots(ImageFile image) throws IOException {
    try (InputStream in = image.open(SectionName.SNAPSHOT)) {
      return in == null ? 0 : SnapshotSection.parseDelimitedFrom(in).getNumSnapshots();
    }
  }
}
