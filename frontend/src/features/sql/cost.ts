import type { SqlQuery } from '~/api/sql'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'
import { t } from '~/i18n/t'

/** What ran, how fresh its answer is and what it cost, in one line. */
export function costText(query: SqlQuery): string {
  const parts = [t('Engine {engine}', { engine: query.engine })]
  if (query.engine === 'ndb') parts.push(t('live: rows of this moment, though not of one instant'))
  if (query.lag_ms !== null) {
    parts.push(
      query.lag_ms < 1_000
        ? t('up to date')
        : t('{lag_ms} behind the namespace', { lag_ms: formatDuration(query.lag_ms) }),
    )
  }
  if (query.cost) {
    parts.push(formatDuration(query.cost.elapsed_ms))
    // What the data nodes read and hold for a statement is not known here.
    if (query.engine !== 'ndb') {
      parts.push(
        t('{rows_scanned} rows read', { rows_scanned: formatCount(query.cost.rows_scanned) }),
      )
      parts.push(
        t('{memory_peak_bytes} of memory', {
          memory_peak_bytes: formatBytes(query.cost.memory_peak_bytes),
        }),
      )
    }
  }
  return parts.join(' · ')
}
