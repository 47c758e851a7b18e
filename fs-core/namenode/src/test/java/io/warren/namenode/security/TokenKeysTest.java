package io.warren.namenode.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.TokenKey;
import io.warren.model.TokenKeyKind;
import io.warren.namespace.LeaderFence;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How keys follow each other and tokens end, as two namenodes over one store see it. */
class TokenKeysTest {
  private static final long INTERVAL_MS = 1_000;
  private static final long LIFETIME_MS = 5_000;
  private static final LeaderFence FENCE = tx -> {};

  /** Tokens are checked by Hadoop against the machine's clock, so time begins there. */
  private static final class TestClock extends Clock {
    long nowMs = System.currentTimeMillis();

    @Override
    public long millis() {
      return nowMs;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(nowMs);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final TestClock clock = new TestClock();
  private Store store;
  private TransactionRunner runner;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private TokenKeys keys(TokenKeyKind kind) {
    return new TokenKeys(runner, clock, new TokenKeys.Policy(kind, INTERVAL_MS, LIFETIME_MS));
  }

  private DelegationTokens tokens(TokenKeys keys) {
    return new DelegationTokens(
        runner, clock, keys, new DelegationTokens.Lifetimes(INTERVAL_MS, LIFETIME_MS, 60_000));
  }

  private TokenKey current(TokenKeys keys) {
    return runner.run(TxOptions.write("test"), keys::current);
  }

  @Test
  void theNextKeyIsThereOneIntervalBeforeItSigns() {
    TokenKeys first = keys(TokenKeyKind.BLOCK);
    TokenKeys second = keys(TokenKeyKind.BLOCK);
    first.ensure();
    second.ensure();
    assertThat(second.reload()).hasSize(2);
    TokenKey signing = current(first);
    assertThat(current(second).keyId()).isEqualTo(signing.keyId());
    assertThat(Objects.requireNonNull(second.find(signing.keyId())).secret())
        .isEqualTo(signing.secret());

    clock.nowMs += INTERVAL_MS;
    TokenKey next = current(second);
    assertThat(next.keyId()).isGreaterThan(signing.keyId());
    first.roll(FENCE);
    first.roll(FENCE);
    assertThat(second.reload())
        .as("the retired key, the one in use and the next")
        .hasSize(3)
        .anyMatch(k -> k.activeAtMs() == next.activeAtMs() + INTERVAL_MS);
  }

  @Test
  void expiredKeysGoAndTheirNumbersAreNotGivenAgain() {
    TokenKeys keys = keys(TokenKeyKind.DELEGATION);
    keys.ensure();
    int newest = keys.reload().stream().mapToInt(TokenKey::keyId).max().orElseThrow();
    clock.nowMs += 3 * INTERVAL_MS + LIFETIME_MS;
    keys.roll(FENCE);
    List<TokenKey> fresh = keys.reload();
    assertThat(fresh).hasSize(2).allMatch(k -> k.keyId() > newest);
    assertThat(count()).isEqualTo(2);
  }

  private int count() {
    return runner.run(
        TxOptions.read("test"), tx -> tx.scan(Scan.prefix(Tables.TOKEN_KEYS, 100)).size());
  }

  @Test
  void kindsHaveKeysOfTheirOwn() {
    TokenKeys delegation = keys(TokenKeyKind.DELEGATION);
    TokenKeys block = keys(TokenKeyKind.BLOCK);
    delegation.ensure();
    block.ensure();
    assertThat(delegation.reload()).hasSize(2).allMatch(k -> k.kind() == TokenKeyKind.DELEGATION);
    assertThat(block.reload()).hasSize(2).allMatch(k -> k.kind() == TokenKeyKind.BLOCK);
    assertThat(delegation.reload().toString()).doesNotContain("secret");
  }

  @Test
  void aTokenVerifiesAtAnotherNamenodeUntilItIsCancelledAtAnyOfThem() throws Exception {
    DelegationTokens first = tokens(keys(TokenKeyKind.DELEGATION));
    DelegationTokens second = tokens(keys(TokenKeyKind.DELEGATION));
    DelegationTokenIdentifier identifier =
        new DelegationTokenIdentifier(new Text("ann"), new Text("yarn"), new Text());
    Token<DelegationTokenIdentifier> token = new Token<>(identifier, first);
    second.verifyToken(identifier, token.getPassword());
    byte[] forged = token.getPassword().clone();
    forged[0] ^= 1;
    assertThatThrownBy(() -> second.verifyToken(identifier, forged))
        .isInstanceOf(InvalidToken.class);
    DelegationTokenIdentifier other =
        new DelegationTokenIdentifier(new Text("root"), new Text("yarn"), new Text());
    other.setSequenceNumber(identifier.getSequenceNumber());
    other.setMasterKeyId(identifier.getMasterKeyId());
    assertThatThrownBy(() -> second.retrievePassword(other)).isInstanceOf(InvalidToken.class);

    assertThat(second.renewToken(token, "yarn")).isEqualTo(identifier.getMaxDate());
    second.cancelToken(token, "ann");
    assertThatThrownBy(() -> first.verifyToken(identifier, token.getPassword()))
        .isInstanceOf(InvalidToken.class);
    assertThatThrownBy(() -> first.cancelToken(token, "ann")).isInstanceOf(InvalidToken.class);
    assertThatThrownBy(() -> first.renewToken(token, "yarn")).isInstanceOf(InvalidToken.class);
  }

  @Test
  void endedTokensArePurgedAndValidOnesStay() throws Exception {
    DelegationTokens tokens = tokens(keys(TokenKeyKind.DELEGATION));
    Token<DelegationTokenIdentifier> old =
        new Token<>(
            new DelegationTokenIdentifier(new Text("ann"), new Text("r"), new Text()), tokens);
    clock.nowMs += LIFETIME_MS + 1;
    DelegationTokenIdentifier fresh =
        new DelegationTokenIdentifier(new Text("bob"), new Text("r"), new Text());
    Token<DelegationTokenIdentifier> valid = new Token<>(fresh, tokens);
    assertThat(tokens.purge(FENCE)).isEqualTo(1);
    assertThat(tokens.purge(FENCE)).isZero();
    tokens.verifyToken(fresh, valid.getPassword());
    assertThat(tokens.getTokenInfo(old.decodeIdentifier())).isNull();
  }
}
