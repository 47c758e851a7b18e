package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.operation.GetStatus;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets a namenode die at every store call of an operation, before the call takes effect and after
 * it did (so a commit may have happened though nobody heard of it). Another namenode then takes
 * over and the client repeats its call there. Afterwards the operation has happened exactly once
 * and nothing is left of the attempt.
 */
public final class DeathCheck {
  private static final int CALLS_MAX = 2_000;

  /** What is tried, in a folder of its own each time. */
  public interface Scenario {
    /** Makes what the operation works on, below an empty folder. */
    void prepare(Subject subject, String folder);

    /** The operation. */
    Operation<?> operation(String folder);

    /** Whether it has happened exactly once. */
    void verify(Subject subject, String folder);

    /** The caller. */
    default int caller() {
      return Callers.SUPERUSER;
    }
  }

  /**
   * What a scenario took.
   *
   * @param deaths how often a namenode died
   */
  public record Result(int deaths) {}

  private final Cluster cluster;
  private final Subject subject;
  private final FaultInjectingStore faulty;
  private int folders;

  public DeathCheck(Cluster cluster) {
    this.cluster = cluster;
    this.subject = new Subject(cluster);
    this.faulty = new FaultInjectingStore(cluster.store());
  }

  /** Tries every store call of a scenario's operation. */
  public Result run(Scenario scenario) {
    int deaths = 0;
    for (Moment moment : Moment.values()) {
      int call = 1;
      while (die(scenario, call, moment)) {
        deaths++;
        assertThat(++call).as("store calls of the operation").isLessThan(CALLS_MAX);
      }
    }
    return new Result(deaths);
  }

  /** Whether the operation was long enough for its namenode to die at that call. */
  private boolean die(Scenario scenario, int call, Moment moment) {
    String folder = "/k" + ++folders;
    String at = "death at call %d %s".formatted(call, moment);
    apply("mkdirs nn0 hdfs -1 " + folder + " - 493", "true");
    apply("set_names_quota nn0 hdfs -1 " + folder + " - 1000", null);
    scenario.prepare(subject, folder);
    Cluster.Namenode victim = cluster.start(faulty);
    CallContext client = cluster.newCall(Callers.context(scenario.caller()));
    Operation<?> operation = scenario.operation(folder);
    victim.run(new GetStatus(FsPath.parse(folder)), client);
    faulty.reset();
    faulty.killAt(call, moment, Code.CLOSED);
    attempt(victim, operation, client);
    boolean died = faulty.triggered();
    faulty.reset();
    cluster.evict(victim);
    victim.namespace().close();
    if (died) {
      Object answer = cluster.at(0).run(operation, client);
      assertThat(answer).as(at).isNotNull();
    }
    scenario.verify(subject, folder);
    if (died) {
      // A further repetition changes nothing either.
      Invariants.settle(cluster);
      long head = cluster.store().feed().head();
      repeat(operation, client);
      assertThat(cluster.store().feed().head()).as("%s, repeated", at).isEqualTo(head);
    }
    apply("delete_recursive nn0 hdfs -1 " + folder + " - 0", "true");
    try {
      Invariants.check(cluster, call == 1);
    } catch (AssertionError e) {
      throw new AssertionError(at + ": " + e.getMessage(), e);
    }
    return died;
  }

  private static void attempt(Cluster.Namenode victim, Operation<?> operation, CallContext client) {
    try {
      victim.run(operation, client);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
  }

  private void repeat(Operation<?> operation, CallContext client) {
    try {
      cluster.at(1).run(operation, client);
    } catch (NamespaceException e) {
      assertThat(operation.atMostOnce()).as("%s is answered: %s", operation, e).isFalse();
    }
  }

  private void apply(String step, @Nullable String expected) {
    String answer = subject.apply(Step.parse(step));
    if (expected != null) {
      assertThat(answer).as(step).isEqualTo(expected);
    }
  }

  /** A scenario from its parts: steps with FOLDER in place of the folder's path. */
  public static Scenario scenario(
      String prepare, Function<String, Operation<?>> operation, String verify) {
    return new Scenario() {
      @Override
      public void prepare(Subject subject, String folder) {
        Step.parseAll(prepare.replace("FOLDER", folder))
            .forEach(
                step -> assertThat(subject.apply(step)).as("%s", step).doesNotMatch("[A-Z_]{6,}"));
      }

      @Override
      public Operation<?> operation(String folder) {
        return operation.apply(folder);
      }

      @Override
      public void verify(Subject subject, String folder) {
        for (String line : verify.replace("FOLDER", folder).lines().toList()) {
          String[] parts = line.split(" -> ", 2);
          assertThat(subject.apply(Step.parse(parts[0]))).as(line).isEqualTo(parts[1].trim());
        }
      }
    };
  }
}
