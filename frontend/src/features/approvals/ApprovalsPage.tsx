import { SegmentedControl } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { APPROVAL_PAGE_ROWS, approvalsQuery, approves } from '~/api/approvals'
import { meQuery } from '~/api/auth'
import { JobRow, jobColumns } from '~/features/jobs/JobRow'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { useRowKeys } from '~/ui/useRowKeys'

const route = getRouteApi('/console/approvals')

const pageText = perLanguage(() => ({
  title: t('Approvals'),
  description: t('Jobs that begin when a second person says so.'),
}))

export function ApprovalsPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (approves(me)) return <Approvals />
  return (
    <Page {...pageText()}>
      <EmptyState icon={<IconUserCheck size={24} />} title={t('Your roles approve nothing')}>
        {t(
          'Operators and administrators decide on each other’s jobs; an administrator can give you a role that does.',
        )}
      </EmptyState>
    </Page>
  )
}

function Approvals() {
  const { whose, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const all = whose === 'all'
  const approvals = useQuery(
    approvalsQuery({ ...(all && { all }), ...(cursor !== undefined && { cursor }) }),
  )
  const onKeyDown = useRowKeys({})
  const { data } = approvals
  return (
    <Page
      {...pageText()}
      aside={
        approvals.dataUpdatedAt > 0 && (
          <DataAge time={approvals.dataUpdatedAt} refetching={approvals.isFetching} />
        )
      }
    >
      <SegmentedControl
        aria-label={t('Whose')}
        size="xs"
        w="fit-content"
        data={[
          { value: 'mine', label: t('For me to decide') },
          { value: 'all', label: t('All that wait') },
        ]}
        value={whose ?? 'mine'}
        onChange={(value) =>
          navigate({ search: { whose: value === 'all' ? 'all' : undefined }, replace: true })
        }
      />
      <TablePanel
        caption={t('Jobs that wait for an approval, newest first')}
        columns={jobColumns()}
        stale={approvals.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          approvals.isError && !data ? (
            <ErrorState error={approvals.error} onRetry={() => approvals.refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={<IconUserCheck size={24} />} title={t('Nothing waits here')}>
              <Trans
                message="Which jobs need a second person, the rules of the <textlink>Guard</textlink> say."
                parts={{ textlink: (text) => <TextLink to="/guard">{text}</TextLink> }}
              />
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={APPROVAL_PAGE_ROWS}
              noun={t('jobs')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((job) => <JobRow key={job.id} job={job} />)
        ) : (
          <SkeletonRows rows={3} columns={jobColumns().length} />
        )}
      </TablePanel>
    </Page>
  )
}
