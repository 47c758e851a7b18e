package io.warren.namenode.http;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.HtmlQuoting;

/** GET / for who opens a namenode's port in a browser: what it is, and where more is to be read. */
public final class StartPage extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String CONTENT_TYPE = "text/html; charset=utf-8";

  private static final Map<String, String> PAGES =
      Map.of(
          "jmx", "management beans as JSON",
          "metrics", "metrics for Prometheus",
          "conf", "the configuration in use",
          "stacks", "what every thread does",
          "logLevel", "levels of the log");

  private final String name;
  private final transient Supplier<Map<String, String>> facts;

  /**
   * @param facts lines of the page, by what they tell
   */
  public StartPage(String name, Supplier<Map<String, String>> facts) {
    this.name = name;
    this.facts = facts;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(CONTENT_TYPE);
    response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    String title = "Warren namenode " + HtmlQuoting.quoteHtmlChars(name);
    String rows =
        facts.get().entrySet().stream()
            .map(
                fact ->
                    "<tr><th scope=row>"
                        + HtmlQuoting.quoteHtmlChars(fact.getKey())
                        + "</th><td>"
                        + HtmlQuoting.quoteHtmlChars(fact.getValue())
                        + "</td></tr>")
            .collect(Collectors.joining("\n"));
    String links =
        PAGES.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                page ->
                    "<li><a href="
                        + page.getKey()
                        + ">/"
                        + page.getKey()
                        + "</a>: "
                        + page.getValue())
            .collect(Collectors.joining("\n"));
    response
        .getWriter()
        .write(
            """
            <!doctype html>
            <html lang=en>
            <meta name=viewport content="width=device-width">
            <meta name=color-scheme content="light dark">
            <title>%1$s</title>
            <style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:40rem}
            th{text-align:left;padding-right:1.5rem;font-weight:600}</style>
            <h1>%1$s</h1>
            <table>
            %2$s
            </table>
            <p>The console of this cluster shows files, search, blocks and health; this page is the namenode's own.
            <ul>
            %3$s
            </ul>
            """
                .formatted(title, rows, links));
  }
}
