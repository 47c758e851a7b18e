package io.warren.bench.peers;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Hadoop configuration folders, and free ports to put into them. */
final class ConfFolder {
  private static final String LOG4J =
      """
      log4j.rootLogger=WARN, stderr
      log4j.logger.org.apache.hadoop.hdfs.server.namenode.NNThroughputBenchmark=INFO
      log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
      log4j.appender.stderr=org.apache.log4j.ConsoleAppender
      log4j.appender.stderr.target=System.err
      log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
      log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n
      """;

  private ConfFolder() {}

  static Path write(Path folder, Map<String, String> coreSite, Map<String, String> hdfsSite)
      throws IOException {
    Files.createDirectories(folder);
    writeXml(folder.resolve("core-site.xml"), coreSite);
    writeXml(folder.resolve("hdfs-site.xml"), hdfsSite);
    Files.writeString(folder.resolve("log4j.properties"), LOG4J, StandardCharsets.US_ASCII);
    return folder;
  }

  private static void writeXml(Path file, Map<String, String> settings) throws IOException {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }

  /** A port of the loopback interface that nobody listens on now. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
