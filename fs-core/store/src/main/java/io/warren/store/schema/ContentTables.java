package io.warren.store.schema;

import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;

import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import java.util.List;

/**
 * The bytes of small files. Tables differ in the length of their parts alone: on disk a store may
 * keep as much room for every part as the longest needs.
 */
final class ContentTables {
  private ContentTables() {}

  static final Table<ContentKey, ContentPart> IN_MEMORY = table(76, "file_contents_1k", 1 << 10);

  static final Table<ContentKey, ContentPart> UP_TO_2_KIB = table(77, "file_contents_2k", 2 << 10);

  static final Table<ContentKey, ContentPart> UP_TO_4_KIB = table(78, "file_contents_4k", 4 << 10);

  static final Table<ContentKey, ContentPart> UP_TO_8_KIB = table(79, "file_contents_8k", 8 << 10);

  private static Table<ContentKey, ContentPart> table(int number, String name, int maxBytes) {
    return new Table<>(
        number,
        name,
        List.of(int64("inode_id", ContentKey::inodeId), int32("part", ContentKey::part)),
        List.of(
            int32("version", ContentPart::version), bytes("bytes", maxBytes, ContentPart::bytes)),
        List.of("inode_id"),
        List.of(),
        ContentPart::key,
        in -> new ContentKey(in.int64(), in.int32()),
        (k, in) -> new ContentPart(k.inodeId(), k.part(), in.int32(), in.bytes()),
        true);
  }
}
