package io.warren.namespace.xattr;

/** An extended attribute; the value may be empty. Callers must not change its bytes. */
public record Xattr(XattrName name, byte[] value) {}
