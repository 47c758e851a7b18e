package io.warren.namenode.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden files of the event contract, cdc/events/golden: row change to event. */
final class FeedGoldenTest {
  private static final Path GOLDEN = Path.of("..", "..", "cdc", "events", "golden");

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  @Test
  void thereAreGoldenFiles() throws IOException {
    assertThat(files()).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @MethodSource("files")
  void aRowChangeGivesItsEvent(Path file) throws IOException {
    JsonNode golden = Json.MAPPER.readTree(Files.readString(file));
    JsonNode expected = golden.get("event");
    FeedResource.Event event =
        FeedResource.event(
            change(golden.get("row_change"), expected), expected.get("cursor").textValue());
    JsonNode told = Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(event));
    assertThat(told).isEqualTo(expected);
  }

  /** What the outbox has of a row change; sequence, time and operation are the transaction's. */
  private static Change change(JsonNode rows, JsonNode event) {
    JsonNode before = rows.get("before");
    JsonNode row = rows.get("after").isNull() ? before : rows.get("after");
    ChangeOperation operation =
        ChangeOperation.valueOf(event.get("operation").textValue().toUpperCase(Locale.ROOT));
    boolean renamed = operation == ChangeOperation.RENAME;
    return new Change(
        row.get("inode_id").longValue(),
        event.get("logical_time").longValue(),
        event.get("sequence").longValue(),
        event.get("committed_at_ms").longValue(),
        operation,
        row.get("parent_id").longValue(),
        name(row),
        InodeKind.valueOf(row.get("kind").textValue().toUpperCase(Locale.ROOT)),
        row.get("size_bytes").longValue(),
        row.get("owner").textValue(),
        row.get("group").textValue(),
        row.get("mode").intValue(),
        row.get("mtime_ms").longValue(),
        row.get("atime_ms").longValue(),
        row.get("replication").intValue(),
        row.get("block_size_bytes").longValue(),
        renamed ? before.get("parent_id").longValue() : 0,
        renamed ? name(before) : null,
        row.get("storage_policy").intValue(),
        row.get("features").intValue(),
        0,
        row.get("erasure_coding_policy").intValue());
  }

  private static Name name(JsonNode row) {
    String text = row.get("name").textValue();
    return text.isEmpty() ? Name.ROOT : Name.of(text);
  }
}
