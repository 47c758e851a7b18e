package io.warren.namenode.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.namenode.StockAudit;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines are those that Hadoop's own logger writes, with the protocol that it takes from a call. */
class AuditLineTest {
  private static String stock(String line) {
    return line.replace("proto=null", "proto=rpc");
  }

  @Test
  void aLineHasTheMembersOfTheStockOneInItsOrder() throws Exception {
    Configuration conf = new Configuration(false);
    conf.setBoolean("hadoop.caller.context.enabled", true);
    InetAddress address = InetAddress.getByName("127.0.0.1");
    FileStatus status =
        new FileStatus(
            0, false, 1, 1, 0, 0, new FsPermission((short) 0640), "ann", "staff", new Path("/a"));
    CallerContext context = new CallerContext.Builder("job_1", conf).build();
    assertThat(
            AuditLine.of(
                true,
                "ann (auth:SIMPLE)",
                "127.0.0.1",
                "rename",
                "/a",
                "/b",
                "ann:staff:rw-r-----",
                "rpc",
                "job_1"))
        .isEqualTo(
            stock(
                StockAudit.line(
                    conf,
                    true,
                    "ann (auth:SIMPLE)",
                    address,
                    "rename",
                    "/a",
                    "/b",
                    status,
                    context)));
    assertThat(AuditLine.of(false, "ann", null, "open", null, null, null, "rpc", null))
        .isEqualTo(
            stock(
                StockAudit.line(
                    new Configuration(false), false, "ann", null, "open", null, null, null, null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/plain/name.csv",
        "/a\nallowed=true\tugi=root",
        "/tab\tand\rreturn\b\f",
        "/quote\"back\\slash'slash/",
        "/grüße/\u4e16\u754c/\ud83d\ude00",
        "/\u0000\u0001\u001f\u0080\u2028\u2029\u202e"
      })
  void namesAreEscapedAsStockNamenodesDo(String name) {
    String line = AuditLine.of(true, "u", null, "open", name, name, null, "rpc", null);
    assertThat(line)
        .isEqualTo(
            stock(
                StockAudit.line(
                    new Configuration(false), true, "u", null, "open", name, name, null, null)));
    assertThat(line.split("\t")).hasSize(8);
  }

  @Test
  void noNameMakesALineOrAMember() {
    Random random = new Random(86);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder name = new StringBuilder();
      random.ints(20, 0, 0x300).forEach(name::appendCodePoint);
      String text = name.toString();
      String line = AuditLine.of(true, text, "::1", "open", text, text, text, "rpc", text);
      assertThat(line.split("\t")).hasSize(9);
      assertThat(line.chars()).allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f));
    }
  }
}
