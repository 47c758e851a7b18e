package io.warren.namenode.security;

import io.warren.model.IdRange;
import io.warren.model.TokenKey;
import io.warren.model.TokenKeyKind;
import io.warren.namespace.IdKind;
import io.warren.namespace.LeaderFence;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The signing keys of one kind. They live in the store, so that what one namenode signed every
 * other can verify, now and after a restart. Each key is written one update interval before it is
 * used: by then all namenodes and datanodes have it. Thread-safe.
 */
public final class TokenKeys {
  /**
   * How keys of a kind change.
   *
   * @param updateIntervalMs how long a key signs
   * @param tokenLifetimeMs how long what it signed may be valid at most
   */
  public record Policy(TokenKeyKind kind, long updateIntervalMs, long tokenLifetimeMs) {}

  private static final int SECRET_BYTES = 32;
  private static final int KEYS_MAX = 1_000;

  private final TransactionRunner runner;
  private final Clock clock;
  private final Policy policy;
  private final SecureRandom random = new SecureRandom();
  private volatile Map<Integer, TokenKey> known = Map.of();

  public TokenKeys(TransactionRunner runner, Clock clock, Policy policy) {
    this.runner = runner;
    this.clock = clock;
    this.policy = policy;
  }

  public Policy policy() {
    return policy;
  }

  /** All keys that are not expired, read anew. */
  public List<TokenKey> reload() {
    List<TokenKey> keys = runner.run(TxOptions.read("read_token_keys"), this::live);
    known = keys.stream().collect(Collectors.toUnmodifiableMap(TokenKey::keyId, k -> k));
    return keys;
  }

  /** A key by its number, from memory when it was seen before: keys never change. */
  public @Nullable TokenKey find(int keyId) {
    TokenKey key = known.get(keyId);
    if (key == null) {
      reload();
      key = known.get(keyId);
    }
    return key;
  }

  /** The key to sign with now; made when there is none. */
  TokenKey current(Tx tx) {
    return currentOf(live(tx)).orElseGet(() -> add(tx, clock.millis()));
  }

  /** Makes the first keys of a new file system, or of one that slept for long. */
  public void ensure() {
    runner.run(TxOptions.write("ensure_token_keys"), this::renew);
    reload();
  }

  /** The leader's part: writes the next key in time and forgets expired ones. */
  void roll(LeaderFence fence) {
    boolean due =
        runner.run(
            TxOptions.read("read_token_keys"),
            tx -> stored(tx).stream().anyMatch(this::expired) || nextIsMissing(live(tx)));
    if (due) {
      runner.run(
          TxOptions.write("roll_token_keys"),
          tx -> {
            fence.check(tx);
            return renew(tx);
          });
    }
  }

  private int renew(Tx tx) {
    // All who change keys meet at this row, so that two of them don't add the same key twice.
    tx.get(Tables.ID_RANGES, IdKind.TOKEN_KEY.stored(), LockMode.EXCLUSIVE);
    List<TokenKey> doomed = stored(tx).stream().filter(this::expired).toList();
    doomed.forEach(key -> tx.delete(Tables.TOKEN_KEYS, key.keyId()));
    List<TokenKey> live = live(tx);
    long nowMs = clock.millis();
    TokenKey current = currentOf(live).orElse(null);
    if (current == null || current.activeAtMs() + 2 * policy.updateIntervalMs() <= nowMs) {
      current = add(tx, nowMs);
    }
    if (nextIsMissing(live)) {
      add(tx, Math.max(nowMs, current.activeAtMs()) + policy.updateIntervalMs());
    }
    return doomed.size();
  }

  private TokenKey add(Tx tx, long activeAtMs) {
    String kind = IdKind.TOKEN_KEY.stored();
    IdRange range = tx.get(Tables.ID_RANGES, kind, LockMode.EXCLUSIVE);
    long id = range == null ? IdKind.TOKEN_KEY.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(kind, id + 1));
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    // A leader may be late by one interval: the key signs for two at most.
    long expiresAtMs = activeAtMs + 2 * policy.updateIntervalMs() + policy.tokenLifetimeMs();
    TokenKey key =
        new TokenKey(Math.toIntExact(id), policy.kind(), activeAtMs, expiresAtMs, secret);
    tx.insert(Tables.TOKEN_KEYS, key);
    return key;
  }

  private List<TokenKey> stored(Tx tx) {
    return tx.scan(Scan.prefix(Tables.TOKEN_KEYS, KEYS_MAX)).stream()
        .filter(key -> key.kind() == policy.kind())
        .toList();
  }

  private List<TokenKey> live(Tx tx) {
    return stored(tx).stream().filter(key -> !expired(key)).toList();
  }

  private boolean expired(TokenKey key) {
    return key.expiresAtMs() <= clock.millis();
  }

  private boolean nextIsMissing(List<TokenKey> live) {
    long nowMs = clock.millis();
    return live.stream().noneMatch(key -> key.activeAtMs() > nowMs);
  }

  private Optional<TokenKey> currentOf(List<TokenKey> live) {
    long nowMs = clock.millis();
    return live.stream()
        .filter(key -> key.activeAtMs() <= nowMs)
        .max(Comparator.comparingInt(TokenKey::keyId));
  }
}
