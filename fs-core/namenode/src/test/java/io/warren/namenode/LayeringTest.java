package io.warren.namenode;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
  private static final String TESTKIT = "io.warren.store.testkit..";
  private static final String NAMESPACE = "io.warren.namespace..";
  private static final String REPORTS = "io.warren.blockreports..";
  private static final String BLOCKS = "io.warren.blocks..";
  private static final String NAMENODE = "io.warren.namenode..";
  private static final String DATANODE = "io.warren.datanode..";
  private static final String BENCH = "io.warren.bench..";
  private static final String CLIENT = "io.warren.client..";

  private static final List<String> ALL =
      List.of(
          MODEL, STORE, SCHEMA, EMBEDDED, TESTKIT, NAMESPACE, REPORTS, BLOCKS, NAMENODE, DATANODE,
          BENCH, CLIENT);

  /** What each part may import besides itself. */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry(MODEL, List.of()),
          Map.entry(STORE, List.of(MODEL, SCHEMA)),
          Map.entry(SCHEMA, List.of(MODEL)),
          Map.entry(EMBEDDED, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(TESTKIT, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(NAMESPACE, List.of(MODEL, STORE, SCHEMA)),
          Map.entry(REPORTS, List.of(MODEL)),
          Map.entry(BLOCKS, List.of(MODEL, STORE, SCHEMA, REPORTS)),
          Map.entry(NAMENODE, List.of(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE, REPORTS, BLOCKS)),
          Map.entry(DATANODE, List.of(MODEL, REPORTS)),
          // It measures the store by itself, too, and fills one with a tree.
          Map.entry(BENCH, List.of(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE, REPORTS)),
          Map.entry(CLIENT, List.of()));

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
        .resideInAnyPackage(MODEL, STORE, SCHEMA, EMBEDDED, NAMESPACE)
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
