package io.warren.namenode.security;

import io.warren.blocks.BlockTokens;
import io.warren.model.TokenKeyKind;
import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import io.warren.store.TransactionRunner;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of one namenode. Delegation tokens are issued as by stock HDFS: under Kerberos, or
 * when dfs.namenode.delegation.token.always-use is set. Block tokens are when
 * dfs.block.access.token.enable is.
 */
public final class Tokens implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);
  private static final long WATCH_MIN_MS = 100;
  private static final long WATCH_MAX_MS = 10_000;
  private static final long PURGE_INTERVAL_MS = 10_000;
  private static final int PURGES_MAX = 20;

  private final Clock clock;
  private final BlockTokens blockTokens;
  private final @Nullable DelegationTokens delegation;
  private final @Nullable TokenKeys blockKeys;
  private final List<TokenKeys> keys = new ArrayList<>();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "token-keys");
            thread.setDaemon(true);
            return thread;
          });

  /** Reads the settings; writes nothing yet. */
  public Tokens(
      TransactionRunner runner, Clock clock, Configuration conf, BlockTokens blockTokens) {
    this.clock = clock;
    this.blockTokens = blockTokens;
    delegation = issuesDelegationTokens(conf) ? delegation(runner, clock, conf) : null;
    blockKeys = blockTokens.enabled() ? blockKeys(runner, clock) : null;
  }

  private static boolean issuesDelegationTokens(Configuration conf) {
    return UserGroupInformation.isSecurityEnabled()
        || conf.getBoolean(
            DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_ALWAYS_USE_KEY,
            DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_ALWAYS_USE_DEFAULT);
  }

  private DelegationTokens delegation(TransactionRunner runner, Clock clock, Configuration conf) {
    DelegationTokens.Lifetimes lifetimes =
        new DelegationTokens.Lifetimes(
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_KEY_UPDATE_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_KEY_UPDATE_INTERVAL_DEFAULT),
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_MAX_LIFETIME_KEY,
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_MAX_LIFETIME_DEFAULT),
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_RENEW_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_RENEW_INTERVAL_DEFAULT));
    TokenKeys own =
        new TokenKeys(
            runner,
            clock,
            new TokenKeys.Policy(
                TokenKeyKind.DELEGATION,
                lifetimes.keyUpdateIntervalMs(),
                lifetimes.maxLifetimeMs()));
    keys.add(own);
    return new DelegationTokens(runner, clock, own, lifetimes);
  }

  private TokenKeys blockKeys(TransactionRunner runner, Clock clock) {
    TokenKeys own =
        new TokenKeys(
            runner,
            clock,
            new TokenKeys.Policy(
                TokenKeyKind.BLOCK, blockTokens.updateIntervalMs(), blockTokens.tokenLifetimeMs()));
    keys.add(own);
    return own;
  }

  /** Makes missing keys and begins to follow those that other namenodes make. */
  public void start() throws IOException {
    keys.forEach(TokenKeys::ensure);
    if (blockKeys == null) {
      return;
    }
    blockTokens.use(blockKeys.reload(), clock.millis());
    long periodMs =
        Math.max(WATCH_MIN_MS, Math.min(WATCH_MAX_MS, blockTokens.updateIntervalMs() / 10));
    watch.scheduleWithFixedDelay(this::follow, periodMs, periodMs, TimeUnit.MILLISECONDS);
  }

  private void follow() {
    TokenKeys followed = blockKeys;
    try {
      if (followed != null) {
        blockTokens.use(followed.reload(), clock.millis());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Reading the block keys failed; those at hand stay in use", e);
    }
  }

  /** Issues and verifies delegation tokens; null when none are issued. */
  public @Nullable DelegationTokens delegation() {
    return delegation;
  }

  public BlockTokens block() {
    return blockTokens;
  }

  /** The leader's part: next keys in time, and no rows of what has ended. */
  public LeaderService upkeep() {
    return new LeaderService() {
      private long nextPurgeMs;

      @Override
      public String name() {
        return "token_upkeep";
      }

      @Override
      public void run(LeaderFence fence) {
        long nowMs = clock.millis();
        if (nowMs < nextPurgeMs || keys.isEmpty()) {
          return;
        }
        keys.forEach(k -> k.roll(fence));
        purge(fence);
        nextPurgeMs = nowMs + interval();
      }
    };
  }

  private long interval() {
    long shortestMs =
        keys.stream().mapToLong(k -> k.policy().updateIntervalMs()).min().orElse(WATCH_MAX_MS);
    return Math.max(WATCH_MIN_MS, Math.min(PURGE_INTERVAL_MS, shortestMs / 10));
  }

  private void purge(LeaderFence fence) {
    for (int i = 0; delegation != null && i < PURGES_MAX; i++) {
      if (delegation.purge(fence) == 0) {
        return;
      }
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
