import { Alert, Grid, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowLeft,
  IconFlask,
  IconGauge,
  IconPlayerPause,
  IconSnowflake,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { decideRefusal } from '~/api/approvals'
import { meQuery } from '~/api/auth'
import { isActive, type Job, jobQuery } from '~/api/jobs'
import { explainError, toApiError } from '~/api/problem'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDateTime, formatDuration } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { PathText } from '~/ui/PathText'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import { useNow } from '~/ui/useNow'
import { ApprovalNotice } from './ApprovalNotice'
import { CheckButton, CheckPanel } from './CheckPanel'
import { ConcernsPanel } from './ConcernsPanel'
import { ConfirmCancel } from './ConfirmCancel'
import { ConfirmRun } from './ConfirmRun'
import { ConfirmUndo } from './ConfirmUndo'
import { DecideDialog } from './DecideDialog'
import { JobAbout } from './JobAbout'
import { JobChanges } from './JobChanges'
import { JobErrors } from './JobErrors'
import { JobFacts } from './JobFacts'
import { JobBar, visitedOf } from './JobRow'
import { DryRunBadge, JobStateBadge } from './JobStateBadge'
import { PaceDialog } from './PaceDialog'
import { PauseButton } from './PauseButton'
import { QuotaSumsPanel } from './QuotaSumsPanel'
import { useOperateRefusal } from './useOperateRefusal'
import { describeParameters, kindLabel, paceRefusal, undoRefusal } from './wording'

const route = getRouteApi('/console/jobs/$jobId')

export function JobPage() {
  const { jobId } = route.useParams()
  const job = useQuery(jobQuery(jobId))
  if (job.isError && !job.data) {
    return (
      <Page title={t('Job {jobId}', { jobId })}>
        <ErrorState error={job.error} onRetry={() => job.refetch()} />
        <BackToJobs />
      </Page>
    )
  }
  if (!job.data) {
    return (
      <Page
        title={t('Job {jobId}', { jobId })}
        description={<Skeleton height={14} width={240} my={3} />}
      >
        <Skeleton height={96} />
        <Skeleton height={220} />
      </Page>
    )
  }
  return (
    <JobView
      key={job.data.id}
      job={job.data}
      seenAtMs={job.dataUpdatedAt}
      refetching={job.isFetching}
    />
  )
}

function JobView({
  job,
  seenAtMs,
  refetching,
}: {
  job: Job
  seenAtMs: number
  refetching: boolean
}) {
  const { ask, errors_cursor, changes_cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (question: Question | undefined) =>
    navigate({ search: (old) => ({ ...old, ask: question }), replace: true })
  const active = isActive(job.state)
  const waits = job.state === 'waiting_for_approval'
  const nowMs = useNow()

  return (
    <Page
      title={t('{kind} · job {id}', { kind: kindLabel(job.kind), id: job.id })}
      description={<JobAbout job={job} wrap />}
      aside={
        <>
          {active && <DataAge time={seenAtMs} refetching={refetching} />}
          <JobActions job={job} onAsk={open} />
        </>
      }
    >
      <Paper p="md">
        <Stack gap="sm">
          <Group gap="xs">
            <JobStateBadge state={job.state} />
            {job.dry_run && <DryRunBadge />}
            <Text size="sm">{describeParameters(job.kind, job.parameters)}</Text>
          </Group>
          {active && !waits && <JobBar job={job} size={8} />}
          {active && !waits && (
            <Text size="xs" c="dimmed" component="div" mih={18} truncate>
              {job.progress.at_path && (
                <Trans
                  message="At {pathText}"
                  values={{ pathText: <PathText path={job.progress.at_path} /> }}
                />
              )}
            </Text>
          )}
          <ApprovalNotice job={job} />
          <Standing job={job} />
          <JobProblem job={job} />
          <NextStep job={job} />
        </Stack>
      </Paper>
      <JobCounts job={job} />
      <ConcernsPanel job={job} />
      <QuotaSumsPanel job={job} />
      <CheckPanel job={job} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper p="md" h="100%">
            <Title order={2} mb="sm">
              {t('About this job')}
            </Title>
            <JobFacts job={job} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <JobErrors
            jobId={job.id}
            count={job.progress.errors}
            cursor={errors_cursor}
            onGo={(cursor, trail) =>
              navigate({ search: (old) => ({ ...old, errors_cursor: cursor }), state: { trail } })
            }
          />
        </Grid.Col>
      </Grid>
      {job.changes_kept && (
        <JobChanges
          jobId={job.id}
          plan={job.dry_run}
          count={job.progress.changed}
          cursor={changes_cursor}
          onGo={(cursor, trail) =>
            navigate({ search: (old) => ({ ...old, changes_cursor: cursor }), state: { trail } })
          }
        />
      )}
      <BackToJobs />
      <ConfirmRun
        job={job}
        opened={ask === 'run' && runRefusal(job, nowMs) === undefined}
        onClose={() => open(undefined)}
      />
      <ConfirmUndo
        job={job}
        opened={ask === 'undo' && undoRefusal(job) === undefined}
        onClose={() => open(undefined)}
      />
      <DecideDialog
        job={job}
        decision={waits && (ask === 'approve' || ask === 'refuse') ? ask : undefined}
        onClose={() => open(undefined)}
      />
      <PaceDialog job={job} opened={ask === 'pace' && active} onClose={() => open(undefined)} />
      <ConfirmCancel
        job={job}
        opened={ask === 'cancel' && active}
        onClose={() => open(undefined)}
      />
    </Page>
  )
}

type Question = 'run' | 'cancel' | 'undo' | 'approve' | 'refuse' | 'pace'

type JobActionsProps = { job: Job; onAsk: (question: Question) => void }

function JobActions({ job, onAsk }: JobActionsProps) {
  const refusal = useOperateRefusal()
  const nowMs = useNow()
  return (
    <>
      <DecideActions job={job} onAsk={onAsk} />
      {isActive(job.state) && job.state !== 'waiting_for_approval' && <PauseButton job={job} />}
      {isActive(job.state) && (
        <ActionButton
          variant="default"
          disabledReason={refusal ?? paceRefusal(job)}
          onClick={() => onAsk('pace')}
        >
          {t('Pace…')}
        </ActionButton>
      )}
      {isActive(job.state) && (
        <ActionButton
          variant="default"
          disabledReason={
            refusal ??
            (job.state === 'cancelling' ? t('The job is being cancelled already') : undefined)
          }
          onClick={() => onAsk('cancel')}
        >
          {t('Cancel job…')}
        </ActionButton>
      )}
      {!job.dry_run && !isActive(job.state) && (
        <ActionButton
          variant="default"
          disabledReason={refusal ?? undoRefusal(job)}
          onClick={() => onAsk('undo')}
        >
          {t('Undo…')}
        </ActionButton>
      )}
      {job.dry_run && job.undo_of === null && (
        <CheckButton job={job} refusal={refusal ?? runRefusal(job, nowMs)} />
      )}
      {job.dry_run && (
        <ActionButton
          disabledReason={refusal ?? runRefusal(job, nowMs)}
          onClick={() => onAsk('run')}
        >
          {t('Run for real…')}
        </ActionButton>
      )}
    </>
  )
}

function DecideActions({ job, onAsk }: JobActionsProps) {
  const { data: me } = useSuspenseQuery(meQuery())
  if (job.state !== 'waiting_for_approval' || !job.approval) return null
  const refusal = decideRefusal(job.approval, me)
  return (
    <>
      <ActionButton disabledReason={refusal} onClick={() => onAsk('approve')}>
        {t('Approve…')}
      </ActionButton>
      <ActionButton variant="default" disabledReason={refusal} onClick={() => onAsk('refuse')}>
        {t('Refuse…')}
      </ActionButton>
    </>
  )
}

/** Why a dry run can't become real now; undefined when it can. */
function runRefusal(job: Job, nowMs: number): string | undefined {
  if (isActive(job.state)) return t('The dry run is still counting')
  if (job.state === 'failed') return t('The dry run failed, so its counts are not complete')
  if (job.state === 'cancelled')
    return t('The dry run was cancelled, so its counts are not complete')
  if (job.became !== null) return t('It was run already, as job {became}', { became: job.became })
  if (isTooOld(job, nowMs)) return t('The dry run is too old: make a new one')
  return undefined
}

function isTooOld(job: Job, nowMs: number): boolean {
  return job.promotable_until !== null && Date.parse(job.promotable_until) < nowMs
}

function NextStep({ job }: { job: Job }) {
  const nowMs = useNow()
  if (job.dry_run && job.became === null && isTooOld(job, nowMs)) {
    return (
      <Alert color="yellow" variant="light" icon={<IconFlask />} title={t('Too old to be run')}>
        {t(
          'What this dry run counted may have changed since. Make a new one before you run it for real.',
        )}
      </Alert>
    )
  }
  if (!job.dry_run || runRefusal(job, nowMs)) return null
  return (
    <Alert variant="light" icon={<IconFlask />} title={t('Nothing has changed yet')}>
      <Trans
        message="This dry run counted what would change. Look at the counts below; “Run for real” then asks once more before it does it. It can be run until {promotable_until} UTC."
        values={{ promotable_until: job.promotable_until && formatDateTime(job.promotable_until) }}
      />
    </Alert>
  )
}

function Standing({ job }: { job: Job }) {
  if (job.held) {
    return (
      <Alert
        color="yellow"
        variant="light"
        icon={<IconSnowflake />}
        title={t('A freeze window holds it')}
      >
        {t(
          '{window}, until {until} UTC. It goes on by itself then, or soon after an administrator lifts the window.',
          { window: job.held.window, until: formatDateTime(job.held.until) },
        )}
      </Alert>
    )
  }
  if (job.slowed && job.state === 'running') {
    const { calls_wait_ms, inodes_per_s, since } = job.slowed
    return (
      <Alert
        color="yellow"
        variant="light"
        icon={<IconGauge />}
        title={t('Slowed down: calls wait {calls_wait_ms} ms', {
          calls_wait_ms: formatCount(calls_wait_ms),
        })}
      >
        {t(
          'At most {inodes_per_s} entries a second for now, since {since} UTC. It goes faster again when calls of clients wait less.',
          { inodes_per_s: formatCount(inodes_per_s), since: formatDateTime(since) },
        )}
      </Alert>
    )
  }
  if (job.state !== 'paused') return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconPlayerPause />}
      title={t('The job stands still')}
    >
      {t('What it has changed stays changed. It goes on from here when somebody resumes it.')}
    </Alert>
  )
}

function JobProblem({ job }: { job: Job }) {
  if (!job.problem) return null
  const { title, detail } = explainError(toApiError(job.problem.status, job.problem))
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {detail}
    </Alert>
  )
}

function JobCounts({ job }: { job: Job }) {
  const nowMs = useNow()
  const { progress } = job
  const endMs = job.finished_at ? Date.parse(job.finished_at) : nowMs
  const tookMs = job.started_at ? endMs - Date.parse(job.started_at) : undefined
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Stat
        label={job.kind === 'follow_hdfs' ? t('Edits applied') : t('Entries')}
        value={formatCount(visitedOf(job))}
        hint={entriesHint(progress)}
      />
      <Stat
        label={job.dry_run ? t('Would change') : t('Changed')}
        value={formatCount(progress.changed)}
      />
      <Stat
        label={t('Errors')}
        value={formatCount(progress.errors)}
        tone={progress.errors > 0 ? 'bad' : undefined}
      />
      <Stat
        label={t('Bytes')}
        value={formatBytes(progress.length_bytes)}
        title={formatBytesExactly(progress.length_bytes)}
      />
      <Stat
        label={t('With replicas')}
        value={formatBytes(progress.space_consumed_bytes)}
        title={formatBytesExactly(progress.space_consumed_bytes)}
      />
      <Stat
        label={t('Took')}
        value={tookMs === undefined ? '–' : formatDuration(tookMs)}
        hint={
          progress.remaining_s !== null &&
          t('about {remaining_s} left', {
            remaining_s: formatDuration(progress.remaining_s * 1_000),
          })
        }
      />
    </SimpleGrid>
  )
}

function entriesHint({ total, inodes_per_s }: Job['progress']): string {
  const of = total === null ? t('counting…') : t('of {total}', { total: formatCount(total) })
  return inodes_per_s === null
    ? of
    : t('{of}, {inodes_per_s} a second', { of, inodes_per_s: formatCount(inodes_per_s) })
}

function BackToJobs() {
  return (
    <Group gap={6}>
      <IconArrowLeft size={14} aria-hidden="true" />
      <Text size="sm">
        <TextLink to="/jobs">{t('All jobs')}</TextLink>
      </Text>
    </Group>
  )
}
