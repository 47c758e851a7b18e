import { FIELD_VALUES, FIELDS_OF_THE_WHOLE, QUERY_FIELDS, type QueryField } from '~/api/language'
import { perLanguage, t } from '~/i18n/t'

const SUGGESTIONS_MAX = 8

type Field = {
  name: QueryField
  hint: string
  /** Values that can be offered without asking; others come from what the hits have in common. */
  values?: readonly string[]
}

const SIZES = ['0', '<1m', '>100m', '>1g', '1m..1g']
const TIMES = ['>now-1d', '>now-7d', '>now-1m', '<now-1y', '<now-2y']

/** What each field is about. */
const hints = perLanguage(
  (): Record<QueryField, string> => ({
    owner: t('who owns it; owner:ana,bob is either'),
    group: t('its group'),
    kind: t('file, directory or symlink'),
    ext: t('the name’s extension'),
    path: t('below a directory'),
    policy: t('storage policy, also inherited'),
    in: t('where a file’s bytes are'),
    size: t('as >1g, <10m or 1m..1g'),
    mtime: t('last change: a date, or <now-1y'),
    atime: t('last read: a date, or <now-1y'),
    replication: t('number of replicas'),
    xattr: t('an attribute: name or name=value'),
    typos: t('forgive typos in words'),
  }),
)

/** Values of fields that take many, as examples. */
const EXAMPLES: Partial<Record<QueryField, readonly string[]>> = {
  size: SIZES,
  mtime: TIMES,
  atime: TIMES,
  replication: ['1', '<3', '3', '>3'],
}

/** In the order of `hints`, as they are offered; the query language may know more. */
const allFields = perLanguage((): readonly Field[] => {
  const known: Partial<Record<QueryField, readonly string[]>> = FIELD_VALUES
  const offered = QUERY_FIELDS.toSorted((one, other) => place(one) - place(other))
  return offered.map((name) => {
    const values = known[name] ?? EXAMPLES[name]
    return { name, hint: hints()[name], ...(values && { values }) }
  })
})

function place(name: QueryField): number {
  return Object.keys(hints()).indexOf(name)
}

/** What holds for the whole search: not excluded, and not in brackets. */
const WHOLE: readonly string[] = FIELDS_OF_THE_WHOLE

/** The conditions whose values are known from the hits. */
export const ASKED_FIELDS = ['owner', 'group', 'ext'] as const
export type AskedField = (typeof ASKED_FIELDS)[number]
export type KnownValues = Partial<Record<AskedField, string[]>>

/** One way to go on, with the query and the caret as they are after it. */
export type Suggestion = { label: string; hint: string; query: string; caret: number }

/** The term that ends at the caret: [start, caret) of the query. */
type Term = { start: number; text: string }

/** How the term at the caret may go on; nothing inside a term or a quotation. */
export function suggestionsAt(query: string, caret: number, known: KnownValues): Suggestion[] {
  const term = termAt(query, caret)
  if (!term) return []
  const { lead, text } = withoutLead(term.text)
  const put = (written: string): Pick<Suggestion, 'query' | 'caret'> => ({
    query: query.slice(0, term.start) + written + query.slice(caret),
    caret: term.start + written.length,
  })
  const colon = text.indexOf(':')
  if (colon < 0) {
    return allFields()
      .filter(({ name }) => goesOn(name, text) && (!lead || !WHOLE.includes(name)))
      .map(({ name, hint }) => ({ label: `${lead}${name}:`, hint, ...put(`${lead}${name}:`) }))
  }
  const name = text.slice(0, colon).toLowerCase()
  const chosen = text.slice(colon + 1, text.lastIndexOf(',') + 1)
  const typed = text.slice(colon + 1 + chosen.length)
  const given = chosen.toLowerCase().split(',')
  const values = valuesOf(name, known)
    .filter((value) => goesOn(value, typed) && !given.includes(value.toLowerCase()))
    .slice(0, SUGGESTIONS_MAX)
  return values.map((value) => {
    const written = `${lead}${name}:${chosen}${value}`
    const ended = query.length === caret ? `${written} ` : written
    return { label: written, hint: '', ...put(ended) }
  })
}

/** What stands before a condition: a minus, brackets. */
function withoutLead(text: string): { lead: string; text: string } {
  const lead = /^[-(]*/.exec(text)?.[0] ?? ''
  return { lead, text: text.slice(lead.length) }
}

function goesOn(text: string, typed: string): boolean {
  const [whole, begun] = [text.toLowerCase(), typed.toLowerCase()]
  return whole.startsWith(begun) && whole !== begun
}

function valuesOf(name: string, known: KnownValues): readonly string[] {
  const asked = ASKED_FIELDS.find((each) => each === name)
  const values = asked ? known[asked] : allFields().find((field) => field.name === name)?.values
  // What would need quotes is not offered.
  return (values ?? []).filter((value) => /^[^\s"\\]+$/.test(value))
}

/** The condition at the caret whose values must be asked for, and the query without it. */
export function askedAt(
  query: string,
  caret: number,
): { field: AskedField; rest: string } | undefined {
  const term = termAt(query, caret)
  const text = withoutLead(term?.text ?? '').text.toLowerCase()
  const field = ASKED_FIELDS.find((each) => text.startsWith(`${each}:`))
  if (!term || !field) return undefined
  return { field, rest: `${query.slice(0, term.start)}${query.slice(caret)}`.trim() }
}

/** Whether a condition still lacks its value: a search for it would only be refused. */
export function lacksValue(query: string): boolean {
  return allFields().some(({ name }) =>
    new RegExp(`(^|\\s)[-(]*${name}:([^\\s"]*,)?(\\s|$)`, 'i').test(query),
  )
}

function termAt(query: string, caret: number): Term | undefined {
  if (caret < query.length && !/\s/.test(query.charAt(caret))) return undefined
  let start = 0
  let quoted = false
  for (let at = 0; at < caret; at += 1) {
    const character = query.charAt(at)
    if (quoted && character === '\\') at += 1
    else if (character === '"') quoted = !quoted
    else if (!quoted && /\s/.test(character)) start = at + 1
  }
  const text = query.slice(start, caret)
  return quoted || text.includes('"') ? undefined : { start, text }
}
