package io.warren.namenode.security;

import io.warren.model.DelegationToken;
import io.warren.model.IdRange;
import io.warren.model.TokenKey;
import io.warren.namespace.IdKind;
import io.warren.namespace.LeaderFence;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.TokenVerifier;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenSecretManager;
import org.apache.hadoop.security.token.delegation.DelegationKey;
import org.jspecify.annotations.Nullable;

/**
 * Delegation tokens, kept in the store alone: Hadoop's rules about owners, renewers and lifetimes
 * with no token in any namenode's memory, so that a cancelled one is refused by all of them at
 * once. None of the base class's threads runs; the leader purges. Thread-safe.
 */
public final class DelegationTokens
    extends AbstractDelegationTokenSecretManager<DelegationTokenIdentifier>
    implements TokenVerifier<DelegationTokenIdentifier> {
  /** How long tokens live, in the stock settings' meaning. */
  public record Lifetimes(long keyUpdateIntervalMs, long maxLifetimeMs, long renewIntervalMs) {}

  private static final int IDENTIFIER_MAX_BYTES = 4_000;
  private static final int PURGED_PER_TRANSACTION = 500;

  private final TransactionRunner runner;
  private final Clock clock;
  private final TokenKeys keys;
  private final Lifetimes lifetimes;

  public DelegationTokens(
      TransactionRunner runner, Clock clock, TokenKeys keys, Lifetimes lifetimes) {
    super(lifetimes.keyUpdateIntervalMs, lifetimes.maxLifetimeMs, lifetimes.renewIntervalMs, 0);
    this.runner = runner;
    this.clock = clock;
    this.keys = keys;
    this.lifetimes = lifetimes;
  }

  @Override
  public DelegationTokenIdentifier createIdentifier() {
    return new DelegationTokenIdentifier();
  }

  /**
   * Completes the identifier, stores the token and signs it; called by the token's constructor.
   *
   * @throws StoreException when the token could not be stored: nobody gets one then
   */
  @Override
  protected byte[] createPassword(DelegationTokenIdentifier identifier) {
    return runner.run(TxOptions.write("issue_delegation_token"), tx -> issue(tx, identifier));
  }

  private byte[] issue(Tx tx, DelegationTokenIdentifier identifier) {
    String kind = IdKind.DELEGATION_TOKEN.stored();
    IdRange range = tx.get(Tables.ID_RANGES, kind, LockMode.EXCLUSIVE);
    long number = range == null ? IdKind.DELEGATION_TOKEN.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(kind, number + 1));
    long nowMs = clock.millis();
    TokenKey key = keys.current(tx);
    identifier.setIssueDate(nowMs);
    identifier.setMaxDate(nowMs + lifetimes.maxLifetimeMs);
    identifier.setMasterKeyId(key.keyId());
    identifier.setSequenceNumber(Math.toIntExact(number));
    byte[] signed = identifier.getBytes();
    if (signed.length > IDENTIFIER_MAX_BYTES) {
      throw new HadoopIllegalArgumentException("The names in the token are too long");
    }
    long expiresAtMs = nowMs + Math.min(lifetimes.renewIntervalMs, lifetimes.maxLifetimeMs);
    tx.insert(
        Tables.DELEGATION_TOKENS,
        new DelegationToken(identifier.getSequenceNumber(), signed, expiresAtMs));
    return createPassword(signed, createSecretKey(key.secret()));
  }

  /** The token as it is in the store; null when it never was, or was cancelled or purged. */
  @Override
  protected @Nullable DelegationTokenInformation getTokenInfo(
      DelegationTokenIdentifier identifier) {
    DelegationToken stored =
        runner
            .run(
                TxOptions.read("find_delegation_token"),
                tx -> Optional.ofNullable(find(tx, identifier, LockMode.READ_COMMITTED)))
            .orElse(null);
    if (stored == null || !Arrays.equals(stored.identifier(), identifier.getBytes())) {
      return null;
    }
    TokenKey key = keys.find(identifier.getMasterKeyId());
    return key == null
        ? null
        : new DelegationTokenInformation(
            stored.expiresAtMs(),
            createPassword(stored.identifier(), createSecretKey(key.secret())));
  }

  /**
   * @throws InvalidToken also when the store can't be asked; its cause is a StandbyException then
   */
  @Override
  public byte[] retrievePassword(DelegationTokenIdentifier identifier) throws InvalidToken {
    try {
      return super.retrievePassword(identifier);
    } catch (StoreException e) {
      InvalidToken unknown = new InvalidToken("The token can't be looked up now");
      unknown.initCause(new StandbyException("The metadata store does not answer; try another"));
      throw unknown;
    }
  }

  @Override
  public byte[] retriableRetrievePassword(DelegationTokenIdentifier identifier) throws IOException {
    try {
      return retrievePassword(identifier);
    } catch (InvalidToken e) {
      if (e.getCause() instanceof StandbyException elsewhere) {
        throw elsewhere;
      }
      throw e;
    }
  }

  @Override
  protected @Nullable DelegationKey getDelegationKey(int keyId) {
    TokenKey key = keys.find(keyId);
    return key == null ? null : new DelegationKey(key.keyId(), key.expiresAtMs(), key.secret());
  }

  /** Stores a renewal. */
  @Override
  protected void updateToken(
      DelegationTokenIdentifier identifier, DelegationTokenInformation information)
      throws IOException {
    boolean renewed =
        runner.run(
            TxOptions.write("renew_delegation_token"),
            tx -> {
              DelegationToken stored = find(tx, identifier, LockMode.EXCLUSIVE);
              if (stored != null) {
                tx.update(
                    Tables.DELEGATION_TOKENS,
                    new DelegationToken(
                        stored.sequenceNumber(), stored.identifier(), information.getRenewDate()));
              }
              return stored != null;
            });
    if (!renewed) {
      throw new InvalidToken("Renewal request for unknown token " + identifier);
    }
  }

  private static @Nullable DelegationToken find(
      Tx tx, DelegationTokenIdentifier identifier, LockMode lock) {
    return tx.get(Tables.DELEGATION_TOKENS, identifier.getSequenceNumber(), lock);
  }

  /** The base class cancels what its memory holds, so the token is put there for the call. */
  @Override
  public DelegationTokenIdentifier cancelToken(
      Token<DelegationTokenIdentifier> token, String canceller) throws IOException {
    DelegationTokenIdentifier identifier = createIdentifier();
    identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
    DelegationTokenInformation stored = getTokenInfo(identifier);
    if (stored != null) {
      currentTokens.put(identifier, stored);
    }
    try {
      return super.cancelToken(token, canceller);
    } finally {
      currentTokens.remove(identifier);
    }
  }

  @Override
  protected void removeStoredToken(DelegationTokenIdentifier identifier) throws IOException {
    boolean found =
        runner.run(
            TxOptions.write("cancel_delegation_token"),
            tx -> {
              boolean there = find(tx, identifier, LockMode.EXCLUSIVE) != null;
              if (there) {
                tx.delete(Tables.DELEGATION_TOKENS, identifier.getSequenceNumber());
              }
              return there;
            });
    if (!found) {
      throw new InvalidToken("Token not found " + identifier);
    }
  }

  /** Deletes tokens that have ended, a bounded number; returns how many. */
  int purge(LeaderFence fence) {
    return runner.run(
        TxOptions.write("purge_delegation_tokens"),
        tx -> {
          long nowMs = clock.millis();
          List<DelegationToken> ended =
              tx
                  .scan(
                      Scan.index(
                          Tables.DELEGATION_TOKENS, Tables.BY_EXPIRY, PURGED_PER_TRANSACTION))
                  .stream()
                  .filter(token -> token.expiresAtMs() < nowMs)
                  .toList();
          if (!ended.isEmpty()) {
            fence.check(tx);
            ended.forEach(token -> tx.delete(Tables.DELEGATION_TOKENS, token.sequenceNumber()));
          }
          return ended.size();
        });
  }
}
