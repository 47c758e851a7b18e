import type { SqlQuery } from '~/api/sql'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'

/** What ran, how fresh its answer is and what it cost, in one line. */
export function costText(query: SqlQuery): string {
  const parts = [`Engine ${query.engine}`]
  if (query.engine === 'ndb') parts.push('live: rows of this moment, though not of one instant')
  if (query.lag_ms !== null) {
    parts.push(
      query.lag_ms < 1_000 ? 'up to date' : `${formatDuration(query.lag_ms)} behind the namespace`,
    )
  }
  if (query.cost) {
    parts.push(formatDuration(query.cost.elapsed_ms))
    // What the data nodes read and hold for a statement is not known here.
    if (query.engine !== 'ndb') {
      parts.push(`${formatCount(query.cost.rows_scanned)} rows read`)
      parts.push(`${formatBytes(query.cost.memory_peak_bytes)} of memory`)
    }
  }
  return parts.join(' · ')
}
