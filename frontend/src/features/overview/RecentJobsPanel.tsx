import { Group, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Overview } from '~/api/cluster'
import { jobsQuery } from '~/api/jobs'
import { JobRow, jobColumns } from '~/features/jobs/JobRow'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'

const RECENT_JOBS = 5

export function RecentJobsPanel({ counts }: { counts: Overview['jobs'] | undefined }) {
  const jobs = useQuery(jobsQuery({}, RECENT_JOBS))
  return (
    <Section
      title={t('Recent jobs')}
      aside={
        <Group gap="md">
          {counts && (
            <Text size="xs" c="dimmed">
              {t('{running} running, {failed_24h} failed in 24 h', {
                running: formatCount(counts.running),
                failed_24h: formatCount(counts.failed_24h),
              })}
            </Text>
          )}
          <Text size="xs">
            <TextLink to="/jobs">{t('All jobs')}</TextLink>
          </Text>
        </Group>
      }
    >
      <TablePanel
        caption={t('The newest jobs')}
        columns={jobColumns()}
        instead={
          jobs.isError && !jobs.data ? (
            <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} />
          ) : jobs.data?.items.length === 0 ? (
            <EmptyState icon={<IconListCheck size={24} />} title={t('No jobs yet')}>
              <Trans
                message="Open a directory under <textlink>Files</textlink> and choose an action to prepare the first one."
                parts={{ textlink: (text) => <TextLink to="/files">{text}</TextLink> }}
              />
            </EmptyState>
          ) : undefined
        }
      >
        {jobs.data ? (
          jobs.data.items.map((job) => <JobRow key={job.id} job={job} />)
        ) : (
          <SkeletonRows rows={3} columns={jobColumns().length} />
        )}
      </TablePanel>
    </Section>
  )
}
