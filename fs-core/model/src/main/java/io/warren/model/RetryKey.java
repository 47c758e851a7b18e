package io.warren.model;

/**
 * Primary key of the retry cache: the client's 16-byte id as hexadecimal text and its call number.
 */
public record RetryKey(String clientId, int callId) {}
