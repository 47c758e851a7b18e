import { Code } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { JOB_ERROR_PAGE_ROWS, jobErrorsFileUrl, jobErrorsQuery } from '~/api/jobs'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { DownloadLink } from '~/ui/DownloadLink'
import { PathText } from '~/ui/PathText'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Could not change'), width: '45%' },
  { label: t('Reason') },
])

type JobErrorsProps = {
  jobId: number
  /** Errors so far: the list is asked for again when there are more. */
  count: number
  cursor: string | undefined
  onGo: (cursor: string | undefined, trail: string[]) => void
}

export function JobErrors({ jobId, count, cursor, onGo }: JobErrorsProps) {
  const errors = useQuery({ ...jobErrorsQuery(jobId, cursor, count), enabled: count > 0 })
  return (
    <TablePanel
      caption={t('Entries that the job could not change')}
      columns={columns()}
      stale={errors.isPlaceholderData}
      instead={
        count === 0 ? (
          <EmptyState icon={<IconCircleCheck size={24} />} title={t('No errors')}>
            {t('Entries that can’t be changed are listed here, each with the reason.')}
          </EmptyState>
        ) : errors.isError && !errors.data ? (
          <ErrorState error={errors.error} onRetry={() => errors.refetch()} />
        ) : undefined
      }
      footer={
        errors.data && (
          <>
            <CursorPager
              cursor={cursor}
              nextCursor={errors.data.next_cursor}
              shown={errors.data.items.length}
              limit={JOB_ERROR_PAGE_ROWS}
              total={{ count, exact: true }}
              noun={t('errors')}
              onGo={onGo}
            />
            <DownloadLink href={jobErrorsFileUrl(jobId)} filename={`job-${jobId}-errors.csv`}>
              {t('All errors as CSV')}
            </DownloadLink>
          </>
        )
      }
    >
      {errors.data ? (
        errors.data.items.map((error) => (
          <Table.Tr key={error.id}>
            <Table.Td>
              <PathText path={error.path} wrap />
            </Table.Td>
            <Table.Td>
              {error.message} <Code>{error.code}</Code>
            </Table.Td>
          </Table.Tr>
        ))
      ) : (
        <SkeletonRows rows={4} columns={2} />
      )}
    </TablePanel>
  )
}
