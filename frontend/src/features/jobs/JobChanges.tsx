import { Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  JOB_CHANGE_PAGE_ROWS,
  type JobChange,
  jobChangesFileUrl,
  jobChangesQuery,
} from '~/api/jobs'
import { t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { DownloadLink } from '~/ui/DownloadLink'
import { PathText } from '~/ui/PathText'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { attributeLabel } from './wording'

type JobChangesProps = {
  jobId: number
  /** A plan tells some of what it would change, a job all that it changed. */
  plan: boolean
  /** Changes so far: the list is asked for again when there are more. */
  count: number
  cursor: string | undefined
  onGo: (cursor: string | undefined, trail: string[]) => void
}

/** Each inode that a job changed, or some that a plan would, with its values before and after. */
export function JobChanges({ jobId, plan, count, cursor, onGo }: JobChangesProps) {
  const changes = useQuery({ ...jobChangesQuery(jobId, cursor, count), enabled: count > 0 })
  return (
    <TablePanel
      caption={
        plan
          ? t('Entries that would change, before and after')
          : t('Entries that the job changed, before and after')
      }
      columns={[
        { label: plan ? t('Would change, for example') : t('Changed'), width: '40%' },
        { label: t('What'), width: '14%' },
        { label: t('Before') },
        { label: t('After') },
      ]}
      stale={changes.isPlaceholderData}
      instead={
        count === 0 ? (
          <EmptyState icon={<IconArrowsExchange size={24} />} title={t('Nothing is changed yet')}>
            {t('Each entry is listed here with its values before and after.')}
          </EmptyState>
        ) : changes.isError && !changes.data ? (
          <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
        ) : undefined
      }
      footer={
        changes.data &&
        !plan && (
          <>
            <CursorPager
              cursor={cursor}
              nextCursor={changes.data.next_cursor}
              shown={changes.data.items.length}
              limit={JOB_CHANGE_PAGE_ROWS}
              noun={t('changed entries')}
              onGo={onGo}
            />
            <DownloadLink href={jobChangesFileUrl(jobId)} filename={`job-${jobId}-changes.csv`}>
              {t('All changes as CSV')}
            </DownloadLink>
          </>
        )
      }
    >
      {changes.data ? (
        changes.data.items.map((change) => <ChangedRow key={change.inode_id} change={change} />)
      ) : (
        <SkeletonRows rows={4} columns={4} />
      )}
    </TablePanel>
  )
}

function ChangedRow({ change: { inode_id, path, values } }: { change: JobChange }) {
  return (
    <Table.Tr>
      <Table.Td>
        {path === null ? (
          <Text size="sm" c="dimmed">
            {t('Inode {inode_id}, gone or out of your sight', { inode_id: String(inode_id) })}
          </Text>
        ) : (
          <PathText path={path} wrap />
        )}
      </Table.Td>
      <Table.Td>
        <Lines values={values} text={({ attribute }) => attributeLabel(attribute)} />
      </Table.Td>
      <Table.Td>
        <Lines values={values} text={({ before }) => before} />
      </Table.Td>
      <Table.Td>
        <Lines values={values} text={({ after }) => after} />
      </Table.Td>
    </Table.Tr>
  )
}

type Values = JobChange['values']
type LinesProps = { values: Values; text: (value: Values[number]) => string | null }

/** A line for each value; a dash for one that is not set. */
function Lines({ values, text }: LinesProps) {
  return (
    <Stack gap={2}>
      {values.map((value) => (
        <Text key={value.attribute} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text(value) ?? '–'}
        </Text>
      ))}
    </Stack>
  )
}
