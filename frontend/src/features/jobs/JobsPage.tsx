import { Select } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { JOB_KINDS, JOB_PAGE_ROWS, JOB_STATES, jobsQuery } from '~/api/jobs'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Filters } from '~/ui/Filters'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { useRowKeys } from '~/ui/useRowKeys'
import { JobRow, jobColumns } from './JobRow'
import { kindLabel, stateLabel } from './wording'

const route = getRouteApi('/console/jobs')

const kinds = JOB_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }))
const states = JOB_STATES.map((state) => ({ value: state, label: stateLabel(state) }))

export function JobsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useQuery(jobsQuery(search))
  const onKeyDown = useRowKeys({})
  const filters = [search.kind, search.state].filter(Boolean).length

  return (
    <Page
      title={t('Jobs')}
      description={t(
        'What goes on in the background. Changes of files start as a dry run that counts before anything changes.',
      )}
      aside={
        jobs.dataUpdatedAt > 0 && <DataAge time={jobs.dataUpdatedAt} refetching={jobs.isFetching} />
      }
    >
      <Filters set={filters}>
        <Select
          aria-label={t('Kind')}
          placeholder={t('Any kind')}
          data={kinds}
          value={search.kind ?? null}
          onChange={(kind) =>
            navigate({ search: (old) => ({ ...old, kind: kind ?? undefined, cursor: undefined }) })
          }
          clearable
          size="xs"
          w={180}
        />
        <Select
          aria-label={t('State')}
          placeholder={t('Any state')}
          data={states}
          value={search.state ?? null}
          onChange={(state) =>
            navigate({
              search: (old) => ({ ...old, state: state ?? undefined, cursor: undefined }),
            })
          }
          clearable
          size="xs"
          w={180}
        />
      </Filters>
      <TablePanel
        caption={t('Jobs, newest first')}
        columns={jobColumns()}
        stale={jobs.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          jobs.isError && !jobs.data ? (
            <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} />
          ) : jobs.data?.items.length === 0 ? (
            <NoJobs filtered={filters > 0} />
          ) : undefined
        }
        footer={
          jobs.data && (
            <CursorPager
              cursor={search.cursor}
              nextCursor={jobs.data.next_cursor}
              shown={jobs.data.items.length}
              limit={JOB_PAGE_ROWS}
              noun={t('jobs')}
              onGo={(cursor, trail) =>
                navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
              }
            />
          )
        }
      >
        {jobs.data ? (
          jobs.data.items.map((job) => <JobRow key={job.id} job={job} />)
        ) : (
          <SkeletonRows rows={8} columns={jobColumns().length} />
        )}
      </TablePanel>
    </Page>
  )
}

function NoJobs({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={<IconListCheck size={24} />} title={t('No job matches the filters')}>
      {t('Clear a filter to see more.')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconListCheck size={24} />} title={t('No jobs yet')}>
      <Trans
        message="Open a directory under <textlink>Files</textlink> and choose an action to prepare the first one."
        parts={{ textlink: (text) => <TextLink to="/files">{text}</TextLink> }}
      />
    </EmptyState>
  )
}
