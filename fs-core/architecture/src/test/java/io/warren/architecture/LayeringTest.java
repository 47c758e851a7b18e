package io.warren.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arrows between modules, as the architecture draws them. */
class LayeringTest {
  private static final String MODEL = "io.warren.model..";
  private static final String STORE = "io.warren.store";
  private static final String SCHEMA = "io.warren.store.schema..";
  private static final String EMBEDDED = "io.warren.store.embedded..";
  private static final String NDB = "io.warren.store.ndb..";
  private static final String TESTKIT = "io.warren.store.testkit..";
  private static final String NAMESPACE = "io.warren.namespace..";
  private static final String CHECKER = "io.warren.checker..";
  private static final String REPORTS = "io.warren.blockreports..";
  private static final String BLOCKS = "io.warren.blocks..";
  private static final String NAMENODE = "io.warren.namenode..";
  private static final String DATANODE = "io.warren.datanode..";
  private static final String BENCH = "io.warren.bench..";
  private static final String CLIENT = "io.warren.client..";
  private static final String MIGRATE = "io.warren.migrate..";

  private static final List<String> ALL =
      List.of(
          MODEL, STORE, SCHEMA, EMBEDDED, NDB, TESTKIT, NAMESPACE, CHECKER, REPORTS, BLOCKS,
          NAMENODE, DATANODE, BENCH, CLIENT, MIGRATE);

  /** What each part may import besides itself. */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry(MODEL, List.of()),
          Map.entry(STORE, List.of(MODEL, SCHEMA)),
          Map.entry(SCHEMA, List.of(MODEL)),
          Map.entry(EMBEDDED, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(NDB, List.of(MODEL, STORE, SCHEMA)),
          // A tool for tests: it drives the namespace over any store, also one that fails.
          Map.entry(CHECKER, List.of(MODEL, STORE, SCHEMA, TESTKIT, NAMESPACE)),
          Map.entry(TESTKIT, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(NAMESPACE, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(REPORTS, List.of(MODEL)),
          Map.entry(BLOCKS, List.of(MODEL, STORE, SCHEMA, REPORTS)),
          // Of the client it serves the protocol of small files; its leader follows an HDFS.
          Map.entry(
              NAMENODE,
              List.of(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE, REPORTS, BLOCKS, CLIENT, MIGRATE)),
          Map.entry(DATANODE, List.of(MODEL, REPORTS)),
          // It measures the store by itself, too, and fills one with a tree.
          Map.entry(BENCH, List.of(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE, REPORTS)),
          Map.entry(CLIENT, List.of()),
          // It writes rows past the operations, and the identity that datanodes know.
          Map.entry(MIGRATE, List.of(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE, BLOCKS)));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.warren");

  @Test
  void everyModuleImportsOnlyWhatIsBelowIt() {
    ALLOWED.forEach(
        (part, allowed) -> {
          List<String> forbidden = new ArrayList<>(ALL);
          forbidden.remove(part);
          forbidden.removeAll(allowed);
          noClasses()
              .that()
              .resideInAPackage(part)
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(forbidden.toArray(String[]::new))
              .because(
                  part
                      + " may import "
                      + allowed
                      + " alone. To fix it: declare an interface in the lower module and implement"
                      + " it in io.warren.namenode, which wires the parts, or move the class")
              .allowEmptyShould(true)
              .check(CLASSES);
        });
  }

  @Test
  void hadoopStaysOutOfTheNamespace() {
    noClasses()
        .that()
        .resideInAnyPackage(MODEL, STORE, SCHEMA, EMBEDDED, NDB, NAMESPACE, CHECKER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hadoop..")
        .because(
            "namespace truth does not depend on the HDFS face. To fix it: use a value of"
                + " io.warren.model or io.warren.namespace and translate it in"
                + " io.warren.namenode.rpc")
        .check(CLASSES);
  }

  @Test
  void onlyTheEmbeddedStoreKnowsRocksDb() {
    noClasses()
        .that()
        .resideOutsideOfPackage(EMBEDDED)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.rocksdb..")
        .because(
            "every other part must run over any store. To fix it: use io.warren.store, and extend"
                + " its contract suite when it lacks something")
        .check(CLASSES);
  }

  @Test
  void onlyTheNdbStoreKnowsNdb() {
    noClasses()
        .that()
        .resideOutsideOfPackage(NDB)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.mysql..")
        .because(
            "every other part must run over any store, and builds without NDB. To fix it: use"
                + " io.warren.store, and extend its contract suite when it lacks something")
        .check(CLASSES);
  }

  @Test
  void noPackagesImportEachOther() {
    slices()
        .matching("io.warren.(**)")
        .should()
        .beFreeOfCycles()
        .because(
            "packages that need each other are one. To fix it: move the class that both need to"
                + " the lower one, or the class that needs both to a higher one")
        .check(CLASSES);
  }

  /** A rule over classes that nobody imported holds of everything. */
  @Test
  void everyModuleIsLookedAt() {
    List<String> unseen =
        ALL.stream()
            .filter(part -> System.getenv("NDB_HOME") != null || !part.equals(NDB))
            .filter(part -> !CLASSES.that(resideInAPackage(part)).iterator().hasNext())
            .toList();
    assertThat(unseen).isEmpty();
    assertThat(ALLOWED).containsOnlyKeys(ALL);
  }

  @Test
  void onlyTheNamenodeMeasuresAndServesHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackage(NAMENODE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.micrometer..", "org.eclipse.jetty..", "javax.servlet..")
        .because(
            "metrics and HTTP are the namenode's. To fix it: give the class a listener interface"
                + " and implement it in io.warren.namenode.metrics")
        .check(CLASSES);
  }
}
