import { Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { checkedEntriesQuery, checkJob, type Job, type JobCheck, jobQuery } from '~/api/jobs'
import { ApiError, explainError, toApiError } from '~/api/problem'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { Table } from '~/ui/Table'
import { checkAdvice, describeCheck, whatLabel } from './checks'

/** Looks again at what of a plan is still as it was. */
export function CheckButton({ job, refusal }: { job: Job; refusal: string | undefined }) {
  const queryClient = useQueryClient()
  const check = useMutation({
    mutationFn: () => checkJob(job.id),
    onSuccess: (looked) => queryClient.setQueryData(jobQuery(looked.id).queryKey, looked),
    onError: notifyError,
  })
  const running = job.check?.state === 'running'
  return (
    <ActionButton
      variant="default"
      loading={check.isPending}
      disabledReason={refusal ?? (running ? t('A check is under way') : undefined)}
      onClick={() => check.mutate()}
    >
      {t('Check again')}
    </ActionButton>
  )
}

/** What the last check of a plan found; nothing where there was none. */
export function CheckPanel({ job }: { job: Job }) {
  const { check } = job
  if (!check) return null
  return (
    <Paper p="md" component="section" aria-label={t('What changed since the plan')}>
      <Stack gap="xs">
        <Title order={2}>{t('What changed since the plan')}</Title>
        <CheckLine check={check} />
        {check.problem && <CheckProblem problem={check.problem} />}
        {check.selection && <Named job={job} check={check} />}
      </Stack>
    </Paper>
  )
}

/** The last check in a line, with its age. */
export function CheckLine({ check }: { check: JobCheck }) {
  return (
    <Group gap="xs" role="status">
      {check.state === 'running' && <Loader size={12} aria-hidden="true" />}
      <Text size="sm" fw={550}>
        {describeCheck(check)}
      </Text>
      {check.as_of && (
        <Text size="sm" c="dimmed">
          <Trans
            message="as of {age}, asked by {asked_by}"
            values={{ age: <Age time={check.as_of} />, asked_by: check.asked_by }}
          />
        </Text>
      )}
    </Group>
  )
}

function CheckProblem({ problem }: { problem: NonNullable<JobCheck['problem']> }) {
  const { title, detail } = explainError(toApiError(problem.status, problem))
  return (
    <Text size="sm" c="red" role="alert">
      {title}. {detail}
    </Text>
  )
}

function Named({ job, check }: { job: Job; check: JobCheck }) {
  const ended = check.state !== 'running'
  const named = useQuery({ ...checkedEntriesQuery(job.id, check.began_at), enabled: ended })
  // Viewers are told how many, not which.
  if (named.error instanceof ApiError && named.error.status === 403) return null
  if (named.isError) return <ErrorState error={named.error} onRetry={() => named.refetch()} />
  // Without those that may not be shown to who looks.
  const entries = (named.data?.items ?? []).filter(({ path }) => path !== '')
  return (
    <>
      {ended && (
        <Text size="sm" c="dimmed">
          {checkAdvice(job)}
        </Text>
      )}
      {entries.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Entry')}</Table.Th>
              <Table.Th>{t('Since the plan')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ path, what }) => (
              <Table.Tr key={`${what} ${path}`}>
                <Table.Td>
                  <PathText path={path} wrap />
                </Table.Td>
                <Table.Td>{whatLabel(what)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}
