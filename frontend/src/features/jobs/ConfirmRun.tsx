import { Alert, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Job,
  type JobIfChanged,
  type JobIfQuotaExceeded,
  jobKeys,
  jobQuery,
  promoteJob,
} from '~/api/jobs'
import { ApiError } from '~/api/problem'
import { nameOf, visibleName } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { CheckLine } from './CheckPanel'
import { consequenceOf, kindLabel, skipsTrash } from './wording'

type ConfirmRunProps = { job: Job; opened: boolean; onClose: () => void }

/** The question before a dry run becomes real: it states exactly what will happen. */
export function ConfirmRun({ job, opened, onClose }: ConfirmRunProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={620}>{t('{kind}: run for real?', { kind: kindLabel(job.kind) })}</Text>}
    >
      <ConfirmRunBody job={job} onClose={onClose} />
    </Modal>
  )
}

function ConfirmRunBody({ job, onClose }: Omit<ConfirmRunProps, 'opened'>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [ifChanged, setIfChanged] = useState(job.selection?.if_changed)
  const [ifExceeded, setIfExceeded] = useState<JobIfQuotaExceeded>('refuse')
  const promote = useMutation({
    mutationFn: () => promoteJob(job.id, reason.trim(), ifChanged, ifExceeded),
    onSuccess: (started) => {
      queryClient.setQueryData(jobQuery(started.id).queryKey, started)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
    },
  })
  // Given to mutate, so that it is not called for someone who has moved on meanwhile.
  const follow = (started: Job) =>
    void navigate({ to: '/jobs/$jobId', params: { jobId: started.id } })
  const { sentence, undo, destroys } = consequenceOf(job)
  const toType = wordToType(job)
  const refusal =
    toType && typed !== toType.word ? t('Type {word} to confirm', { word: toType.word }) : undefined

  return (
    <Stack gap="md">
      <Alert
        color={destroys ? 'red' : 'moss'}
        variant="light"
        icon={destroys ? <IconAlertTriangle /> : <IconInfoCircle />}
      >
        <Stack gap={6}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
          <Text size="sm">{undo}</Text>
          {job.progress.errors > 0 && (
            <Text size="sm">
              {t(
                'The dry run met {errors} entries that it could not read; they will be left out.',
                { errors: job.progress.errors },
              )}
            </Text>
          )}
        </Stack>
      </Alert>
      {job.undo_of === null && <LastCheck job={job} />}
      {ifChanged && <IfChanged value={ifChanged} onChange={setIfChanged} />}
      {exceedsQuotas(job, promote.error) && (
        <Checkbox
          label={t('Run it although quotas would be exceeded')}
          description={t('What a quota does not allow is left and listed.')}
          checked={ifExceeded === 'act'}
          onChange={(event) => setIfExceeded(event.currentTarget.checked ? 'act' : 'refuse')}
        />
      )}
      {toType && (
        <TextInput
          label={
            <Trans
              message="To confirm, type {what} <b>{word}</b>"
              values={{ what: toType.what, word: toType.word }}
              parts={{ b: (text) => <b>{text}</b> }}
            />
          }
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('Reason')}
        description={t('For who has to approve it, if a rule of the guard asks for that.')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {promote.isError && <ErrorState error={promote.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Not now')}
        </ActionButton>
        <ActionButton
          color={destroys ? 'red' : undefined}
          loading={promote.isPending}
          disabledReason={refusal}
          onClick={() => promote.mutate(undefined, { onSuccess: follow })}
        >
          {kindLabel(job.kind)}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Whether the plan said so, or the platform when it was asked to run it. */
function exceedsQuotas(job: Job, error: unknown): boolean {
  const told = job.result?.quotas?.exceeded ?? 0
  return told > 0 || (error instanceof ApiError && error.code === 'quotas_exceeded')
}

/** What shows that somebody has read what is destroyed: a selection has no name, so how much. */
function wordToType(job: Job): { what: string; word: string } | undefined {
  if (job.kind !== 'delete' || !skipsTrash(job.parameters)) return undefined
  return job.selection
    ? { what: t('how many entries go:'), word: String(job.progress.changed) }
    : { what: t('the name'), word: visibleName(nameOf(job.path)) }
}

function LastCheck({ job }: { job: Job }) {
  if (job.check) return <CheckLine check={job.check} />
  return (
    <Text size="sm" c="dimmed">
      {t('Nobody has looked since at what changed: “Check again” on the job’s page does.')}
    </Text>
  )
}

type IfChangedProps = { value: JobIfChanged; onChange: (value: JobIfChanged) => void }

function IfChanged({ value, onChange }: IfChangedProps) {
  return (
    <Radio.Group
      label={t('What changed since it was chosen')}
      description={t('Compared for each entry when the job comes to it. What is gone is listed.')}
      value={value}
      onChange={(chosen) => onChange(chosen === 'act' ? 'act' : 'skip')}
    >
      <Group mt={6}>
        <Radio value="skip" label={t('Leave it, and list it')} />
        <Radio value="act" label={t('Change it all the same')} />
      </Group>
    </Radio.Group>
  )
}
