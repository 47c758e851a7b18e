package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.TokenKey;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockKey;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.DataEncryptionKey;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.KeyUpdateCommand;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Signs what clients may do at datanodes, with keys that all namenodes share, and hands the keys to
 * the datanodes. Off unless dfs.block.access.token.enable is set. Thread-safe.
 */
public final class BlockTokens {
  private static final int NO_KEY = -1;

  private final @Nullable BlockTokenSecretManager manager;
  private final long updateIntervalMs;
  private final long tokenLifetimeMs;
  private final boolean encrypts;
  private volatile ExportedBlockKeys exported = ExportedBlockKeys.DUMMY_KEYS;
  private volatile List<Integer> keyIds = List.of();

  /** The newest key that each datanode was given by this namenode. */
  private final Map<String, Integer> given = new ConcurrentHashMap<>();

  BlockTokens(Configuration conf, String blockPoolId) {
    updateIntervalMs =
        TimeUnit.MINUTES.toMillis(
            conf.getLong(
                DFSConfigKeys.DFS_BLOCK_ACCESS_KEY_UPDATE_INTERVAL_KEY,
                DFSConfigKeys.DFS_BLOCK_ACCESS_KEY_UPDATE_INTERVAL_DEFAULT));
    tokenLifetimeMs =
        TimeUnit.MINUTES.toMillis(
            conf.getLong(
                DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_LIFETIME_KEY,
                DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_LIFETIME_DEFAULT));
    encrypts =
        conf.getBoolean(
            DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY,
            DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_DEFAULT);
    boolean enabled =
        conf.getBoolean(
            DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY,
            DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_DEFAULT);
    boolean compact =
        conf.getBoolean(
            DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_PROTOBUF_ENABLE,
            DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_PROTOBUF_ENABLE_DEFAULT);
    // As a stock datanode has it: fed with keys instead of making its own.
    manager =
        enabled
            ? new BlockTokenSecretManager(
                updateIntervalMs,
                tokenLifetimeMs,
                blockPoolId,
                conf.get(DFSConfigKeys.DFS_DATA_ENCRYPTION_ALGORITHM_KEY),
                compact)
            : null;
  }

  /** The settings for Hadoop's block manager, whose own keys nobody else would know. */
  Configuration withoutOwnKeys(Configuration conf) {
    Configuration quiet = new Configuration(conf);
    if (UserGroupInformation.isSecurityEnabled()) {
      // It insists on keys then. Without name services it doesn't look for its index among peers.
      quiet.unset(DFSConfigKeys.DFS_NAMESERVICES);
      quiet.unset(DFSConfigKeys.DFS_INTERNAL_NAMESERVICES_KEY);
    } else {
      quiet.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, false);
    }
    return quiet;
  }

  public boolean enabled() {
    return manager != null;
  }

  /** How long a key signs before the next one does. */
  public long updateIntervalMs() {
    return updateIntervalMs;
  }

  public long tokenLifetimeMs() {
    return tokenLifetimeMs;
  }

  /**
   * Signs with these keys from now on.
   *
   * @param keys all that are not expired, in any order
   */
  public synchronized void use(List<TokenKey> keys, long nowMs) throws IOException {
    Optional<TokenKey> current =
        keys.stream()
            .filter(k -> k.activeAtMs() <= nowMs && nowMs < k.expiresAtMs())
            .max(Comparator.comparingInt(TokenKey::keyId));
    if (manager == null || current.isEmpty()) {
      return;
    }
    List<Integer> ids = keys.stream().map(TokenKey::keyId).sorted().toList();
    int currentId = current.get().keyId();
    if (ids.equals(keyIds) && exported.getCurrentKey().getKeyId() == currentId) {
      return;
    }
    exported =
        new ExportedBlockKeys(
            true,
            updateIntervalMs,
            tokenLifetimeMs,
            stock(current.get()),
            keys.stream().map(BlockTokens::stock).toArray(BlockKey[]::new));
    manager.addKeys(exported);
    keyIds = ids;
  }

  private static BlockKey stock(TokenKey key) {
    return new BlockKey(key.keyId(), key.expiresAtMs(), key.secret());
  }

  /** Lets the present caller do something with a block at the datanodes that have it. */
  public LocatedBlock sign(LocatedBlock block, AccessMode mode) throws IOException {
    if (manager != null && block instanceof LocatedStripedBlock group) {
      signUnits(manager, group, mode);
    } else if (manager != null) {
      block.setBlockToken(
          manager.generateToken(
              block.getBlock(), EnumSet.of(mode), block.getStorageTypes(), block.getStorageIDs()));
    }
    return block;
  }

  /** Each internal block has a token of its own; the group has none. */
  private static void signUnits(
      BlockTokenSecretManager manager, LocatedStripedBlock group, AccessMode mode)
      throws IOException {
    byte[] units = group.getBlockIndices();
    @SuppressWarnings({"unchecked", "rawtypes"})
    Token<BlockTokenIdentifier>[] tokens = new Token[units.length];
    for (int i = 0; i < units.length; i++) {
      ExtendedBlock internal = new ExtendedBlock(group.getBlock());
      internal.setBlockId(BlockIds.inPipeline(group.getBlock().getBlockId(), units[i]));
      tokens[i] =
          manager.generateToken(
              internal,
              EnumSet.of(mode),
              new StorageType[] {group.getStorageTypes()[i]},
              new String[] {group.getStorageIDs()[i]});
    }
    group.setBlockTokens(tokens);
  }

  /** A key for an encrypted connection to datanodes; null when connections are not encrypted. */
  public @Nullable DataEncryptionKey encryptionKey() {
    return manager == null || !encrypts ? null : manager.generateDataEncryptionKey();
  }

  /** The keys, for those who sign for themselves: the stock balancer. */
  public ExportedBlockKeys exported() {
    return exported;
  }

  /** Gives a registering datanode the keys. */
  void register(DatanodeRegistration registration) {
    registration.setExportedKeys(exported);
    given.put(registration.getDatanodeUuid(), newest());
  }

  /** The keys, when a datanode lacks the newest of them. */
  @Nullable KeyUpdateCommand update(String datanodeUuid) {
    int newest = newest();
    Integer before = given.put(datanodeUuid, newest);
    return manager == null || newest == NO_KEY || (before != null && before == newest)
        ? null
        : new KeyUpdateCommand(exported);
  }

  private int newest() {
    List<Integer> ids = keyIds;
    return ids.isEmpty() ? NO_KEY : ids.get(ids.size() - 1);
  }
}
