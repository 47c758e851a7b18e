import type { SqlColumn, SqlReport } from '~/api/sql'
import type { ResultValue } from '~/format/sql'

/** First and last day of a change. */
const BOUNDS = new Set(['modified_from', 'modified_to'])

/** The search page's parameters that a report's row leads to. */
export type DrillDown = {
  path?: string
  owner?: string
  size_min?: string
  size_max?: string
  modified_from?: string
  modified_to?: string
  kind?: 'file'
}

/** The search that shows what a row counts; undefined when the report has none for it. */
export function drillDownOf(
  report: SqlReport,
  columns: SqlColumn[],
  row: ResultValue[],
): DrillDown | undefined {
  const found: DrillDown = {}
  for (const [parameter, name] of Object.entries(report.drill_down)) {
    const value = row[columns.findIndex((column) => column.name === name)]
    // The youngest have no end, the oldest no beginning.
    if (value === null && BOUNDS.has(parameter)) continue
    if (value === null || value === undefined) return undefined
    const text = String(value)
    if (parameter === 'path') found.path = text
    else if (parameter === 'owner') found.owner = text
    else if (parameter === 'size_min') found.size_min = text
    else if (parameter === 'size_max') found.size_max = text
    else if (parameter === 'modified_from') found.modified_from = text.slice(0, 10)
    else if (parameter === 'modified_to') found.modified_to = text.slice(0, 10)
  }
  if (Object.keys(found).length === 0) return undefined
  // What is counted by size or age are files; owners have directories, too.
  const ofFiles = Object.keys(found).some((each) => each !== 'path' && each !== 'owner')
  return ofFiles ? { ...found, kind: 'file' } : found
}

/** Columns that only carry a drill-down's parameter are not worth a column on the page. */
export function shownColumns(report: SqlReport, columns: SqlColumn[]): number[] {
  const carried = new Set(['size_min', 'size_max', ...BOUNDS])
  return columns.flatMap((column, at) =>
    carried.has(column.name) && report.drill_down[column.name] === column.name ? [] : [at],
  )
}
