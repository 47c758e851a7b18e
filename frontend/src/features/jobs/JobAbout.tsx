import { isOfIndex, type Job } from '~/api/jobs'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'

/** What a job is about: the path, or how its entries were chosen. */
export function JobAbout({ job, wrap }: { job: Job; wrap?: boolean }) {
  const { path, selection } = job
  if (job.kind === 'follow_hdfs')
    return <span>{job.result?.followed?.location ?? t('An HDFS')}</span>
  if (job.kind === 'take_over') return <span>{t('The HDFS that this came from')}</span>
  if (isOfIndex(job.kind)) return <span>{t('The search index')}</span>
  if (job.kind === 'export') return <span>{t('All that somebody’s search finds')}</span>
  if (!selection) return <PathText path={path} wrap={wrap} />
  const { by, q, asked, saved_search, sql_query } = selection
  if (saved_search)
    return <span>{t('All that the saved search “{name}” finds', { name: saved_search.name })}</span>
  if (sql_query)
    return <span>{t('What the result of query {id} names', { id: sql_query.id })}</span>
  if (q !== null)
    return <span style={{ overflowWrap: 'anywhere' }}>{t('All that “{q}” finds', { q })}</span>
  // Viewers are not told what was searched for.
  if (by === 'search') return <span>{t('All that a search finds')}</span>
  if (by === 'sql_query') return <span>{t('What a result of SQL names')}</span>
  return <span>{t('{entries}, chosen one by one', { entries: plural(asked ?? 0, 'entry') })}</span>
}
