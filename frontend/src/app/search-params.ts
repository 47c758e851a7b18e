/**
 * Search parameters as plain strings: `?path=/user/etl&q=2024` stays readable and copyable, and
 * "2024" stays text. Schemas of the routes give them their types.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    pairs.push(`${encodeURIComponent(name)}=${encodeReadably(String(value))}`)
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** These are legal in a query and common in paths and times. */
function encodeReadably(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/').replaceAll('%3A', ':')
}
