package io.warren.model;

/**
 * A part of the bytes of a file that lives in the database. Callers must not change the bytes.
 *
 * @param part its place in the file, from 0
 * @param version of the file's bytes, from 1: all parts of one version were written together
 */
public record ContentPart(long inodeId, int part, int version, byte[] bytes) {
  public ContentKey key() {
    return new ContentKey(inodeId, part);
  }
}
