import { Group, Modal, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Job, jobKeys, jobQuery, newIdempotencyKey, planUndo } from '~/api/jobs'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
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
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>{t('Undo this job?')}</Text>}>
      <Stack gap="md">
        {job.changes === 'delete' ? (
          <Text size="sm">
            {t(
              'Moves {entries} back to where they were before this job. Directories above that are missing are made; whatever has the name now is not replaced.',
              { entries: plural(job.progress.changed, 'entry') },
            )}
          </Text>
        ) : (
          <Text size="sm">
            {t(
              'Sets {changed, plural, one {# entry that this job changed back to the former values, wherever it is now} other {# entries that this job changed back to the former values, wherever they are now}}. What somebody changed again since, or deleted, stays as it is and is listed.',
              { changed: job.progress.changed },
            )}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t(
            'The dry run changes nothing. It counts what can be set back, and you confirm the undo afterwards.',
          )}
        </Text>
        {plan.isError && <ErrorState error={plan.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" data-autofocus onClick={onClose}>
            {t('Not now')}
          </ActionButton>
          <ActionButton
            leftSection={<IconFlask size={14} />}
            loading={plan.isPending}
            onClick={() => plan.mutate(undefined, { onSuccess: follow })}
          >
            {t('Start dry run')}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
