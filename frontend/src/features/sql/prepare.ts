import type { SqlQuery } from '~/api/sql'
import { t } from '~/i18n/t'

/** Why no job can be prepared for a result; undefined when one can. */
export function prepareRefusal(query: SqlQuery): string | undefined {
  if (query.state !== 'succeeded') return t('The query has no result')
  if (query.engine !== 'duckdb') return t('Only results of the replica can be acted on')
  const named = query.columns.filter(({ name }) => name === 'inode_id')
  if (named.length === 0) return t('The result has no column inode_id')
  if (named.length > 1) return t('The result has several columns inode_id')
  if (query.truncated) return t('The result was cut: narrow the statement')
  if (query.rows === 0) return t('The result has no rows')
  return undefined
}
