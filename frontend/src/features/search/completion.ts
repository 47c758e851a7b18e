import type { SearchFacets } from '~/api/search'

/** A query string that could be meant, and what of it is new. */
export type Completion = { query: string; label: string; hint: string }

const COMPLETIONS_MAX = 12

/** The fields of the query string (`warren_search.language`), in the order they are offered. */
const FIELDS: Record<string, string> = {
  owner: 'who owns it',
  group: 'its group',
  kind: 'file, directory or symlink',
  size: 'as >1g or 1m..10m',
  mtime: 'last change, as <now-1y',
  atime: 'last access, as >2026-01-31',
  ext: 'what follows the last dot',
  path: 'below a directory',
  policy: 'storage policy, also inherited',
  replication: 'number of replicas, as >=3',
  xattr: 'name or name=value of an attribute',
  typos: 'yes: forgive a letter or two',
}

const VALUES: Record<string, string[]> = {
  kind: ['file', 'directory', 'symlink'],
  policy: ['HOT', 'WARM', 'COLD', 'ALL_SSD', 'ONE_SSD', 'LAZY_PERSIST', 'ALL_NVDIMM', 'PROVIDED'],
  size: ['0', '>1m', '>100m', '>1g', '<64k'],
  mtime: ['>now-1d', '>now-7d', '<now-90d', '<now-1y'],
  atime: ['>now-7d', '<now-90d', '<now-1y'],
  replication: ['1', '<3', '>3'],
  typos: ['yes'],
}

/**
 * How the last term of a query string could go on: fields, then values. Owners, groups and
 * extensions are those of the matches so far.
 */
export function completionsOf(query: string, facets: SearchFacets | undefined): Completion[] {
  if ((query.match(/"/g)?.length ?? 0) % 2 === 1) return []
  const term = query.match(/\S*$/)?.[0] ?? ''
  const before = query.slice(0, query.length - term.length)
  if (term === '' || term.startsWith('-')) return []
  const [field = '', ...rest] = term.split(':')
  const found = term.includes(':')
    ? valuesOf(field.toLowerCase(), rest.join(':'), facets)
    : fieldsOf(term.toLowerCase())
  return found
    .map(({ text, hint }) => ({ query: before + text, label: text, hint }))
    .filter((each) => each.label !== term)
    .slice(0, COMPLETIONS_MAX)
}

type Text = { text: string; hint: string }

function fieldsOf(typed: string): Text[] {
  return Object.entries(FIELDS)
    .filter(([field]) => field.startsWith(typed))
    .map(([field, hint]) => ({ text: `${field}:`, hint }))
}

function valuesOf(field: string, typed: string, facets: SearchFacets | undefined): Text[] {
  const counted = facets?.dimensions.find(
    ({ dimension }) => dimension === field && dimension !== 'size' && dimension !== 'mtime',
  )
  const known = counted?.values.map(({ value }) => value).filter((value) => !/[\s"\\]/.test(value))
  const values = [...new Set([...(known ?? []), ...(VALUES[field] ?? [])])]
  const hint = FIELDS[field] ?? ''
  return values
    .filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
    .map((value) => ({ text: `${field}:${value}`, hint }))
}
