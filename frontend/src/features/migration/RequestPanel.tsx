import { Alert, Code, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, decideRefusal } from '~/api/approvals'
import { meQuery, refusalAnywhere } from '~/api/auth'
import { type Job, jobQuery } from '~/api/jobs'
import type { Migration, TakeOverAttempt, TakeOverRequest } from '~/api/migration'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { CopyButton } from '~/ui/CopyButton'
import { ErrorState, LineSkeleton } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import { ApprovalNotice } from '../jobs/ApprovalNotice'
import { ConfirmCancel } from '../jobs/ConfirmCancel'
import { DecideDialog } from '../jobs/DecideDialog'
import { BeginDialog } from './BeginDialog'

type RequestPanelProps = { migration: Migration; request: TakeOverRequest }

/** The take-over that somebody asked for: who decides, and once it is approved, how it begins. */
export function RequestPanel({ migration, request }: RequestPanelProps) {
  const job = useQuery(jobQuery(request.job_id))
  if (job.isError) return <ErrorState error={job.error} onRetry={() => job.refetch()} />
  if (!job.data) return <LineSkeleton />
  return (
    <Stack gap="sm">
      <ApprovalNotice job={job.data} />
      {request.approved_by === null ? (
        <Deciding job={job.data} />
      ) : (
        <Beginning migration={migration} request={request} job={job.data} />
      )}
    </Stack>
  )
}

function Deciding({ job }: { job: Job }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [decision, setDecision] = useState<Decision>()
  const refusal = job.approval ? decideRefusal(job.approval, me) : undefined
  return (
    <Group gap="xs">
      <ActionButton size="xs" disabledReason={refusal} onClick={() => setDecision('approve')}>
        {t('Approve')}…
      </ActionButton>
      <ActionButton
        size="xs"
        variant="default"
        disabledReason={refusal}
        onClick={() => setDecision('refuse')}
      >
        {t('Refuse')}…
      </ActionButton>
      <Cancelling job={job} />
      <DecideDialog job={job} decision={decision} onClose={() => setDecision(undefined)} />
    </Group>
  )
}

function Cancelling({ job }: { job: Job }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        disabledReason={refusalAnywhere(me, 'manage_namenodes')}
        onClick={() => setOpened(true)}
      >
        {t('Withdraw')}…
      </ActionButton>
      <ConfirmCancel job={job} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function Beginning({ migration, request, job }: RequestPanelProps & { job: Job }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [opened, setOpened] = useState(false)
  const { attempt, begins_here, command, stage } = migration
  const underWay = attempt?.state === 'ordered' || attempt?.state === 'running'
  if (stage === 'taking_over' || underWay) return <UnderWay attempt={attempt} />
  return (
    <Stack gap="sm">
      {attempt && <Attempted attempt={attempt} />}
      <Text size="sm">
        {t('Stop the old NameNode first. It may begin until {time} UTC.', {
          time: request.usable_until === null ? '–' : formatDateTime(request.usable_until),
        })}
      </Text>
      {!begins_here && (
        <Paper px="md" py="sm">
          <Text size="xs" c="dimmed">
            {t(
              'At the host, with every name directory of the old NameNodes. With WARREN_TAKE_OVER_FROM there it can begin from here.',
            )}
          </Text>
          <Group gap={6} wrap="nowrap" align="flex-start">
            <Code style={{ overflowWrap: 'anywhere' }}>{command}</Code>
            <CopyButton value={command} what={t('command')} />
          </Group>
        </Paper>
      )}
      <Group gap="xs">
        {begins_here && (
          <ActionButton
            size="xs"
            disabledReason={refusalAnywhere(me, 'manage_namenodes')}
            onClick={() => setOpened(true)}
          >
            {t('Take over now')}…
          </ActionButton>
        )}
        <Cancelling job={job} />
      </Group>
      <BeginDialog opened={opened} migration={migration} onClose={() => setOpened(false)} />
    </Stack>
  )
}

function UnderWay({ attempt }: { attempt: TakeOverAttempt | null }) {
  return (
    <Group gap="xs" role="status">
      <Loader size={14} aria-hidden="true" />
      <Text size="sm">
        {attempt
          ? t('The take-over goes on, by order of {who}. Namenodes stop and start meanwhile.', {
              who: attempt.ordered_by,
            })
          : t('The take-over goes on. Namenodes stop and start meanwhile.')}
      </Text>
    </Group>
  )
}

/** What came of the last order, when it was not what was wanted. */
function Attempted({ attempt }: { attempt: TakeOverAttempt }) {
  if (attempt.state === 'not_taken') {
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle />}
        title={t('Nobody at the host took the order')}
      >
        <Trans
          message="The part take-over does not run: look at {health}, and at its log."
          values={{
            health: (
              <TextLink to="/health" underline="always">
                {t('Health')}
              </TextLink>
            ),
          }}
        />
      </Alert>
    )
  }
  if (attempt.state !== 'refused') return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t('The take-over was refused, and can be tried again')}
    >
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {attempt.said.join('\n')}
      </Code>
    </Alert>
  )
}
