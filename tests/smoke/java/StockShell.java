import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;

/**
 * Hadoop's stock file shell for tests that call it a hundred times: the start of a JVM takes longer
 * than most of its commands. Each command has a shell, a configuration and clients of its own.
 *
 * <p>Takes {@code {"user", "arguments"}} from whoever knows the token that it wrote into the file
 * which it was given, and answers {@code {"code", "out", "err"}}, the last two as Base64. Ends when
 * its standard input does.
 */
public final class StockShell {
  private static final int COMMANDS_MAX = 8;
  private static final ObjectMapper JSON = new ObjectMapper();

  private StockShell() {}

  /** Writes to what the command of the thread, or of the thread that began it, prints into. */
  private static final class Printed extends OutputStream {
    private final InheritableThreadLocal<OutputStream> own = new InheritableThreadLocal<>();
    private final OutputStream otherwise;

    Printed(OutputStream otherwise) {
      this.otherwise = otherwise;
    }

    private OutputStream target() {
      OutputStream found = own.get();
      return found == null ? otherwise : found;
    }

    @Override
    public void write(int b) throws IOException {
      target().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      target().write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      target().flush();
    }
  }

  public static void main(String[] args) throws Exception {
    Printed out = new Printed(System.out);
    Printed err = new Printed(System.err);
    System.setOut(new PrintStream(out, true));
    System.setErr(new PrintStream(err, true));
    String token = UUID.randomUUID().toString();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newFixedThreadPool(COMMANDS_MAX));
    server.createContext("/", exchange -> answer(exchange, token, out, err));
    server.start();
    Path file = Path.of(args[0]);
    Path written = Path.of(args[0] + ".new");
    Files.write(
        written,
        JSON.writeValueAsBytes(
            Map.of("url", "http://127.0.0.1:" + server.getAddress().getPort(), "token", token)));
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private static void answer(HttpExchange exchange, String token, Printed out, Printed err)
      throws IOException {
    try (exchange) {
      if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      JsonNode asked = JSON.readTree(exchange.getRequestBody());
      String[] arguments = JSON.convertValue(asked.get("arguments"), String[].class);
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      ByteArrayOutputStream complained = new ByteArrayOutputStream();
      out.own.set(printed);
      err.own.set(complained);
      int code;
      try {
        code = run(asked.get("user").textValue(), arguments);
      } finally {
        out.own.remove();
        err.own.remove();
      }
      byte[] body =
          JSON.writeValueAsBytes(
              Map.of(
                  "code",
                  code,
                  "out",
                  printed.toByteArray(),
                  "err",
                  complained.toByteArray()));
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static int run(String name, String[] arguments) {
    UserGroupInformation user = UserGroupInformation.createRemoteUser(name);
    try {
      return user.doAs((PrivilegedExceptionAction<Integer>) () -> shell(arguments));
    } catch (Exception e) {
      e.printStackTrace();
      return 1;
    } finally {
      close(user);
    }
  }

  /** As the shell's own main does it, but for the end of the process. */
  private static int shell(String[] arguments) throws Exception {
    FsShell shell = new FsShell();
    try {
      shell.setConf(new Configuration());
      return ToolRunner.run(shell, arguments);
    } finally {
      shell.close();
    }
  }

  private static void close(UserGroupInformation user) {
    try {
      FileSystem.closeAllForUGI(user);
    } catch (IOException e) {
      e.printStackTrace();
    }
  }
}
