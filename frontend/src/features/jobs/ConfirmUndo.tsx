import { Group, Modal, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Job, jobKeys, jobQuery, newIdempotencyKey, planUndo } from '~/api/jobs'
import { plural } from '~/format/count'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'

type ConfirmUndoProps = { job: Job; opened: boolean; onClose: () => void }

/** Says what an undo does, and starts its dry run: the undo itself is confirmed on that one's page. */
export function ConfirmUndo({ job, opened, onClose }: ConfirmUndoProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const plan = useMutation({
    mutationFn: () => planUndo(job.id, key),
    onSuccess: (started) => {
      queryClient.setQueryData(jobQuery(started.id).queryKey, started)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
      setKey(newIdempotencyKey())
    },
  })
  const follow = (started: Job) =>
    void navigate({ to: '/jobs/$jobId', params: { jobId: started.id } })
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>Undo this job?</Text>}>
      <Stack gap="md">
        {job.changes === 'delete' ? (
          <Text size="sm">
            Moves {plural(job.progress.changed, 'entry')} back to where they were before this job.
            Directories above that are missing are made; whatever has the name now is not replaced.
          </Text>
        ) : (
          <Text size="sm">
            Sets {plural(job.progress.changed, 'entry')} that this job changed back to the former
            values, wherever {job.progress.changed === 1 ? 'it is' : 'they are'} now. What somebody
            changed again since, or deleted, stays as it is and is listed.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          The dry run changes nothing. It counts what can be set back, and you confirm the undo
          afterwards.
        </Text>
        {plan.isError && <ErrorState error={plan.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" data-autofocus onClick={onClose}>
            Not now
          </ActionButton>
          <ActionButton
            leftSection={<IconFlask size={14} />}
            loading={plan.isPending}
            onClick={() => plan.mutate(undefined, { onSuccess: follow })}
          >
            Start dry run
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
