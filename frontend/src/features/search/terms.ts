/** A term of a query string: [start, end), brackets and quotations whole. */
export type Term = { start: number; end: number; text: string }

/** The terms that stand side by side; what is in brackets is one of them. */
export function termsOf(query: string): Term[] {
  const terms: Term[] = []
  let at = 0
  while (at < query.length) {
    if (/\s/.test(query.charAt(at))) {
      at += 1
      continue
    }
    const end = endOf(query, at)
    terms.push({ start: at, end, text: query.slice(at, end) })
    at = end
  }
  return terms
}

/** The query string as one condition, to which others can be added. */
export function asOneCondition(query: string): string {
  const whole = query.trim()
  return termsOf(whole).some(({ text }) => text === 'OR') ? `(${whole})` : whole
}

/** The values of the conditions of a field that hold for the whole search. */
export function valuesOf(query: string, field: string): string[] {
  const terms = termsOf(query)
  if (terms.some(({ text }) => text === 'OR')) return []
  return terms.flatMap((term) => valuesIn(term, field) ?? [])
}

/** The query string with these values of a field in place of those that it had. */
export function withValues(query: string, field: string, values: readonly string[]): string {
  const others = without(query, field)
  const [first] = values
  if (first === undefined) return others
  const plain = values.filter(isPlain)
  // Only one that needs no quotes can stand beside others.
  const term = plain.length === values.length ? plain.join(',') : quoted(values.at(-1) ?? first)
  return `${asOneCondition(others)} ${field}:${term}`.trim()
}

/** The query string with one more condition; the same when it is there already. */
export function narrowed(query: string, field: string, value: string): string {
  if (valuesOf(query, field).includes(value)) return query
  return `${asOneCondition(query)} ${field}:${quoted(value)}`.trim()
}

/** The query string without the conditions of a field. */
export function without(query: string, field: string): string {
  const terms = termsOf(query)
  if (terms.some(({ text }) => text === 'OR')) return query.trim()
  return terms
    .filter((term) => valuesIn(term, field) === undefined)
    .map(({ text }) => text)
    .join(' ')
}

function valuesIn({ text }: Term, field: string): string[] | undefined {
  if (!text.toLowerCase().startsWith(`${field}:`)) return undefined
  const value = text.slice(field.length + 1)
  if (value.startsWith('"')) return [value.slice(1, -1).replaceAll(/\\(.)/g, '$1')]
  return value.split(',').filter(Boolean)
}

function isPlain(value: string): boolean {
  return /^[^\s"\\,()*?]+$/.test(value)
}

function quoted(value: string): string {
  return isPlain(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

function endOf(query: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < query.length; at += 1) {
    const character = query.charAt(at)
    if (character === '"') at = endOfQuotation(query, at)
    else if (character === '(' && (depth > 0 || begins(query, start, at))) depth += 1
    else if (character === ')' && depth > 0) depth -= 1
    else if (depth === 0 && /\s/.test(character)) break
  }
  return Math.min(at, query.length)
}

/** Whether a bracket opens a group: where a term begins, or behind its minus. */
function begins(query: string, start: number, at: number): boolean {
  return at === start || (at === start + 1 && query.charAt(start) === '-')
}

function endOfQuotation(query: string, start: number): number {
  for (let at = start + 1; at < query.length; at += 1) {
    if (query.charAt(at) === '\\') at += 1
    else if (query.charAt(at) === '"') return at
  }
  return query.length
}
