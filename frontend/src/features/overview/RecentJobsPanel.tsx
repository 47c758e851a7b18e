import { Group, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Overview } from '~/api/cluster'
import { jobsQuery } from '~/api/jobs'
import { JOB_COLUMNS, JobRow } from '~/features/jobs/JobRow'
import { formatCount } from '~/format/count'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'

const RECENT_JOBS = 5

export function RecentJobsPanel({ counts }: { counts: Overview['jobs'] | undefined }) {
  const jobs = useQuery(jobsQuery({}, RECENT_JOBS))
  return (
    <Section
      title="Recent jobs"
      aside={
        <Group gap="md">
          {counts && (
            <Text size="xs" c="dimmed">
              {formatCount(counts.running)} running, {formatCount(counts.failed_24h)} failed in 24 h
            </Text>
          )}
          <Text size="xs">
            <TextLink to="/jobs">All jobs</TextLink>
          </Text>
        </Group>
      }
    >
      <TablePanel
        caption="The newest jobs"
        columns={JOB_COLUMNS}
        instead={
          jobs.isError && !jobs.data ? (
            <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} />
          ) : jobs.data?.items.length === 0 ? (
            <EmptyState icon={<IconListCheck size={24} />} title="No jobs yet">
              Open a directory under <TextLink to="/files">Files</TextLink> and choose an action to
              prepare the first one.
            </EmptyState>
          ) : undefined
        }
      >
        {jobs.data ? (
          jobs.data.items.map((job) => <JobRow key={job.id} job={job} />)
        ) : (
          <SkeletonRows rows={3} columns={JOB_COLUMNS.length} />
        )}
      </TablePanel>
    </Section>
  )
}
