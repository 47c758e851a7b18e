/**
 * For `params.header` of a change: it is refused (412, `changed_meanwhile`) where what was seen is
 * in another state by now.
 */
export function ifMatch(seen: string | { readonly etag: string }): { 'If-Match': string } {
  return { 'If-Match': typeof seen === 'string' ? seen : seen.etag }
}

/**
 * For `params.header` of a POST that makes or begins something: it is done once, however often it
 * is sent with this key within a day, so that it is sent again when its answer is lost.
 */
export function once(key: string = newKey()): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}

/** A fresh key. crypto.randomUUID is missing on plain http beyond localhost; this is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
