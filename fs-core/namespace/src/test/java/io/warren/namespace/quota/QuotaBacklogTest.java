package io.warren.namespace.quota;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.create;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.model.QuotaUpdate;
import io.warren.model.TypeSpace;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits hold however far the leader is behind with adding up what is used. */
class QuotaBacklogTest {
  private static final String DIRECTORY = "/limited";
  private static final int ROWS_MAX = 160;

  @SuppressWarnings("NullAway.Init")
  private FileFixture files;

  private long directoryId;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.first.run(new Mkdirs(path(DIRECTORY), 0777, true), ROOT);
    directoryId = files.first.run(new GetStatus(path(DIRECTORY)), ROOT).orElseThrow().inode().id();
  }

  @AfterEach
  void close() {
    files.close();
  }

  private void limit(long names) {
    files.first.run(new SetQuota(path(DIRECTORY), QuotaLimit.of(names), QuotaLimit.KEEP), ROOT);
  }

  private void pending(int updates) {
    for (int from = 0; from < updates; from += 1_000) {
      int first = from;
      files.plain.run(
          TxOptions.write("pending"),
          tx -> {
            for (int i = first; i < Math.min(first + 1_000, updates); i++) {
              tx.insert(
                  Tables.QUOTA_UPDATES,
                  new QuotaUpdate(directoryId, 1_000_000_000L + i, 1, 0, TypeSpace.NONE));
            }
            return true;
          });
    }
  }

  private long namesUsed() {
    return files.first.run(new GetQuotaUsage(path(DIRECTORY)), ROOT).namespaceUsed();
  }

  @Test
  void whatIsPendingCountsHoweverMuchItIs() {
    limit(25_001);
    pending(25_000);
    assertThatThrownBy(() -> files.first.run(create(DIRECTORY + "/more", "c", false), ALICE))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.NAMESPACE_QUOTA_EXCEEDED));
    assertThat(namesUsed()).isEqualTo(25_001);
  }

  @Test
  void usageShowsAllThatIsPending() {
    limit(100_000);
    pending(25_000);
    assertThat(namesUsed()).isEqualTo(25_001);
  }

  @Test
  void aCreateReadsFewRowsHoweverManyUpdatesArePending() {
    limit(100_000);
    pending(25_000);
    int most = 0;
    for (int i = 0; i < 300; i++) {
      files.first.run(create(DIRECTORY + "/f" + i, "c", false), ALICE);
      TxStats cost = files.cost("create");
      most = Math.max(most, cost.rowsRead());
      assertThat(cost.rowsRead()).as("rows read by create %s: %s", i, cost).isLessThan(ROWS_MAX);
    }
    System.out.println("Most rows read by a create below a quota: " + most);
    assertThat(namesUsed()).isEqualTo(25_301);
  }

  @Test
  void creatorsOnTwoNamenodesNeverPassTheLimitByMoreThanTheyAre() throws Exception {
    int limit = 1_200;
    int threads = 6;
    limit(limit);
    ExecutorService creators = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> made = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int self = t;
      made.add(creators.submit(() -> createUntilRefused(self)));
    }
    int sum = 0;
    for (Future<Integer> one : made) {
      sum += one.get(5, TimeUnit.MINUTES);
    }
    creators.shutdownNow();
    assertThat(sum).isBetween(limit - 1, limit - 1 + threads);
    assertThat(namesUsed()).isEqualTo(sum + 1);
  }

  private int createUntilRefused(int self) {
    int made = 0;
    try {
      while (made < 10_000) {
        String name = DIRECTORY + "/t" + self + "_" + made;
        (self % 2 == 0 ? files.first : files.second).run(create(name, "c" + self, false), ALICE);
        made++;
      }
    } catch (NamespaceException e) {
      assertThat(e.code()).isEqualTo(NamespaceException.Code.NAMESPACE_QUOTA_EXCEEDED);
    }
    return made;
  }
}
