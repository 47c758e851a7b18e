import { Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Approval, type Decision, decide } from '~/api/approvals'
import { type Job, jobKeys, jobQuery } from '~/api/jobs'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { Despite } from './Despite'
import { consequenceOf, kindLabel } from './wording'

type DecideDialogProps = { job: Job; decision: Decision | undefined; onClose: () => void }

/** The question before somebody else's job is approved or refused. */
export function DecideDialog({ job, decision, onClose }: DecideDialogProps) {
  const { approval } = job
  return (
    <Modal
      opened={decision !== undefined && approval !== null}
      onClose={onClose}
      title={
        <Text fw={620}>
          {decision === 'refuse' ? t('Refuse this job?') : t('Approve this job?')}
        </Text>
      }
    >
      {decision && approval && (
        <DecideBody job={job} approval={approval} decision={decision} onClose={onClose} />
      )}
    </Modal>
  )
}

type DecideBodyProps = { job: Job; approval: Approval; decision: Decision; onClose: () => void }

function DecideBody({ job, approval, decision, onClose }: DecideBodyProps) {
  const queryClient = useQueryClient()
  const [comment, setComment] = useState('')
  // As it was when the question was asked: what comes in meanwhile was not looked at.
  const [seen] = useState(approval)
  const save = useMutation({
    mutationFn: () => decide(job.id, seen, decision, comment.trim()),
    onSuccess: (decided) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, decided)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
      onClose()
    },
  })
  const refuses = decision === 'refuse'
  const missing = refuses && comment.trim() === '' ? t('Say why, to who asked') : undefined
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {refuses
          ? t('{kind} by {actor} ends without having changed anything.', {
              kind: kindLabel(job.kind),
              actor: job.actor,
            })
          : t('{actor} asked for it. {sentence}', {
              actor: job.actor,
              sentence: consequenceOf(job).sentence,
            })}
      </Text>
      {!refuses && (
        <Text size="sm">
          {job.dry_run_of || job.kind === 'take_over'
            ? consequenceOf(job).undo
            : t('It was not tried by a dry run.')}
        </Text>
      )}
      {!refuses && <Despite job={job} />}
      <Textarea
        label={t('Comment')}
        description={refuses ? t('Told to who asked, and kept.') : t('Kept with the job.')}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {save.isError && <ErrorState error={save.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Not now')}
        </ActionButton>
        <ActionButton
          color={refuses ? 'red' : undefined}
          loading={save.isPending}
          disabledReason={missing}
          onClick={() => save.mutate()}
        >
          {refuses ? t('Refuse') : t('Approve')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
