package io.warren.bench.peers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java program on this process' own class path, with its output in a file. */
public final class JavaProcess implements AutoCloseable {
  private static final int STOP_WAIT_SECONDS = 30;
  private static final int TAIL_LINES = 15;

  private final Process process;
  private final Path log;

  private JavaProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a program.
   *
   * @param conf folder that comes first on the class path
   * @param log takes the program's whole output
   */
  public static JavaProcess start(
      Path conf, Path log, List<String> jvmOptions, String mainClass, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(conf + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    Process process = builder.start();
    // An interrupted benchmark must not leave servers behind.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new JavaProcess(process, log);
  }

  /** Waits for the program's own end; anything but exit code 0 is an error. */
  public void requireSuccess(long timeoutSeconds) throws IOException, InterruptedException {
    if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
      throw new IOException("A program did not end in time; see " + log);
    }
    if (process.exitValue() != 0) {
      throw new IOException("A program failed with exit code " + process.exitValue() + tail());
    }
  }

  /** The program's process id. */
  public long processId() {
    return process.pid();
  }

  /** Fails when the program has ended, with the end of its output. */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("A server ended by itself" + tail());
    }
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    int from = Math.max(0, lines.size() - TAIL_LINES);
    return "; the end of " + log + ":\n" + String.join("\n", lines.subList(from, lines.size()));
  }

  /** Asks the program to end, then makes it. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_WAIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
