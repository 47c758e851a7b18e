package io.warren.namespace;

/**
 * What an inode was when it was last seen.
 *
 * @param inDatabase whether it was a file whose bytes are in the database
 * @param contentsBytes how many, if they were
 */
public record InodeGuess(long id, boolean inDatabase, int contentsBytes) {}
