import { Group, Progress, Text } from '@mantine/core'
import { isActive, type Job, type JobState } from '~/api/jobs'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps } from '~/ui/useRowKeys'
import { JobAbout } from './JobAbout'
import { DryRunBadge, JobStateBadge } from './JobStateBadge'
import { describeParameters, kindLabel } from './wording'

/** Unfinished, and no work to show. */
const STILL = new Set<JobState>(['queued', 'waiting_for_approval'])

export const jobColumns = perLanguage(() => [
  { label: t('Job'), width: '30%' },
  { label: t('Path'), width: '34%' },
  { label: t('State') },
  { label: t('Entries'), align: 'right' as const },
  { label: t('Errors'), align: 'right' as const },
  { label: t('By') },
  { label: t('Created') },
])

export function JobRow({ job }: { job: Job }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <TextLink
            to="/jobs/$jobId"
            params={{ jobId: job.id }}
            fw={550}
            style={{ whiteSpace: 'nowrap' }}
            {...rowLinkProps}
          >
            {kindLabel(job.kind)}
          </TextLink>
          {job.dry_run && <DryRunBadge />}
        </Group>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {describeParameters(job.kind, job.parameters)}
        </Text>
      </Table.Td>
      <Table.Td maw={0}>
        <JobAbout job={job} />
      </Table.Td>
      <Table.Td>
        <JobStateBadge state={job.state} />
        {isActive(job.state) && !STILL.has(job.state) && <JobBar job={job} />}
      </Table.Td>
      <Table.Td ta="right">{formatCount(visitedOf(job))}</Table.Td>
      <Table.Td ta="right">
        <Text span inherit c={job.progress.errors > 0 ? 'red' : undefined}>
          {formatCount(job.progress.errors)}
        </Text>
      </Table.Td>
      <Table.Td>{job.actor}</Table.Td>
      <Table.Td>
        <Age time={job.created_at} />
      </Table.Td>
    </Table.Tr>
  )
}

export function visitedOf(job: Job): number {
  return job.progress.files + job.progress.directories
}

/** Progress as a bar; while the total is unknown it only shows that work goes on. */
export function JobBar({ job, size = 4 }: { job: Job; size?: number }) {
  const { total } = job.progress
  const percent = total ? Math.min(100, (visitedOf(job) / total) * 100) : undefined
  return (
    <Progress
      value={percent ?? 100}
      striped={percent === undefined}
      animated={percent === undefined && job.state !== 'paused'}
      size={size}
      mt={4}
      aria-label={
        percent === undefined
          ? t('Counting')
          : t('{percent} % done', { percent: formatCount(percent) })
      }
    />
  )
}
