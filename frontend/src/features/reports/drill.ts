import type { SqlColumn, SqlReport } from '~/api/sql'
import type { SearchAddress } from '~/features/search/filter'
import { narrowed } from '~/features/search/terms'
import { isBelow, isOf, isOwnedBy, statementFor } from '~/features/usage/statements'
import type { ResultValue } from '~/format/sql'

/** First and last day of a change. */
const BOUNDS = new Set(['modified_from', 'modified_to'])

/** Where the rows that a report counts are found. */
export type DrillDown =
  | { to: '/search'; search: SearchAddress }
  | { to: '/sql'; search: { sql: string } }

/** A value of a row as a condition of SQL, and of the search where it has words for it. */
type Condition = { sql: string; search?: SearchAddress }

/** By the parameters of a report. */
const CONDITIONS: Partial<Record<string, (value: string | null) => Condition | undefined>> = {
  path: given((path) => ({ sql: isBelow(path), search: { path } })),
  owner: given((owner) => ({ sql: isOwnedBy('owner', owner), search: { owner } })),
  size_min: given((size_min) => ({ sql: `size_bytes >= ${size_min}`, search: { size_min } })),
  size_max: given((size_max) => ({ sql: `size_bytes <= ${size_max}`, search: { size_max } })),
  modified_from: given((time) => {
    const day = time.slice(0, 10)
    return { sql: `mtime >= DATE '${day}'`, search: { modified_from: day } }
  }),
  modified_to: given((time) => {
    const day = time.slice(0, 10)
    return { sql: `mtime < DATE '${day}' + 1`, search: { modified_to: day } }
  }),
  ext: (key) => ({
    sql: isOf('extension', { key, mtime_from: null, mtime_before: null }),
    search: key === null ? undefined : { q: narrowed('', 'ext', key) },
  }),
  parent_id: given((id) => ({ sql: `parent_id = ${id}` })),
}

function given(condition: (value: string) => Condition) {
  return (value: string | null) => (value === null ? undefined : condition(value))
}

/** What shows just what a row counts; undefined when the report has nothing for it. */
export function drillDownOf(
  report: SqlReport,
  columns: SqlColumn[],
  row: ResultValue[],
): DrillDown | undefined {
  const conditions: Condition[] = []
  for (const [parameter, name] of Object.entries(report.drill_down)) {
    const value = row[columns.findIndex((column) => column.name === name)]
    // The youngest have no end, the oldest no beginning.
    if (value === null && BOUNDS.has(parameter)) continue
    const condition = CONDITIONS[parameter]?.(value === null ? null : String(value))
    if (value === undefined || condition === undefined) return undefined
    conditions.push(condition)
  }
  if (conditions.length === 0) return undefined
  const searches = conditions.flatMap(({ search }) => search ?? [])
  if (searches.length < conditions.length)
    return { to: '/sql', search: { sql: statementFor(...conditions.map(({ sql }) => sql)) } }
  // What is counted by size, age or kind are files; owners have directories, too.
  const ofFiles = Object.keys(report.drill_down).some((each) => each !== 'path' && each !== 'owner')
  const search: SearchAddress = Object.assign(ofFiles ? { kind: 'file' } : {}, ...searches)
  return { to: '/search', search }
}

/** Columns that only carry a drill-down's parameter are not worth a column on the page. */
export function shownColumns(report: SqlReport, columns: SqlColumn[]): number[] {
  const carried = new Set(['size_min', 'size_max', 'ext', 'parent_id', ...BOUNDS])
  return columns.flatMap((column, at) =>
    carried.has(column.name) && report.drill_down[column.name] === column.name ? [] : [at],
  )
}
