package io.warren.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

/** The stock command against a running cluster. */
class FsckCommandTest {
  private static final Path HOME = new Path("/fsck-test");

  private static String fsck(String... arguments) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    DFSck command =
        new DFSck(RunningCluster.shared().conf(), new PrintStream(printed, true, UTF_8));
    assertThat(ToolRunner.run(command, arguments)).isZero();
    return printed.toString(UTF_8);
  }

  @Test
  void theStockCommandChecksATree() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      try (FSDataOutputStream out = fs.create(new Path(HOME, "d/f"))) {
        out.write(new byte[3_000_000]);
      }
      assertThat(fsck(HOME.toString(), "-files", "-blocks", "-locations"))
          .contains("/fsck-test/d/f 3000000 bytes, replicated: replication=1, 3 block(s):  OK")
          .contains("Total blocks (validated):\t3")
          .contains("is HEALTHY");
      assertThat(fsck(HOME.toString(), "-list-corruptfileblocks")).contains("has 0 CORRUPT");
    }
  }
}
