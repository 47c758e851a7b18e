import type { Job } from '~/api/jobs'
import { plural } from '~/format/count'
import { PathText } from '~/ui/PathText'

/** What a job is about: the path, or how its entries were chosen. */
export function JobAbout({ job, wrap }: { job: Job; wrap?: boolean }) {
  const { path, selection } = job
  if (!selection) return <PathText path={path} wrap={wrap} />
  const { by, q, asked, saved_search, sql_query } = selection
  if (saved_search) return <span>All that the saved search “{saved_search.name}” finds</span>
  if (sql_query) return <span>What the result of query {sql_query.id} names</span>
  if (q !== null) return <span style={{ overflowWrap: 'anywhere' }}>All that “{q}” finds</span>
  // Viewers are not told what was searched for.
  if (by === 'search') return <span>All that a search finds</span>
  if (by === 'sql_query') return <span>What a result of SQL names</span>
  return <span>{plural(asked ?? 0, 'entry')}, chosen one by one</span>
}
