package io.warren.bench.image;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes an image by which the time of an import is measured. */
@Command(
    name = "generate-image",
    mixinStandardHelpOptions = true,
    description = "Makes a name directory of a stock NameNode with so many inodes.")
public final class GenerateImage implements Callable<Integer> {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(names = "--names", required = true, description = "A folder that is not there yet.")
  private Path names = Path.of("");

  @Option(names = "--inodes", description = "Default: ${DEFAULT-VALUE}")
  private long inodes = 10_000_000;

  @Option(names = "--files", description = "In each directory. Default: ${DEFAULT-VALUE}")
  private int filesEach = 30;

  @Option(names = "--directories", description = "In each directory. Default: ${DEFAULT-VALUE}")
  private int directoriesEach = 20;

  public static void main(String[] args) {
    System.exit(new CommandLine(new GenerateImage()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    GeneratedImage image = new GeneratedImage(inodes, filesEach, directoriesEach);
    image.write(names);
    out.printf(Locale.ROOT, "%,d inodes in %s%n", image.count(), names);
    return 0;
  }
}
