import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelJob, type Job, jobKeys, jobQuery } from '~/api/jobs'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'

type ConfirmCancelProps = { job: Job; opened: boolean; onClose: () => void }

export function ConfirmCancel({ job, opened, onClose }: ConfirmCancelProps) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.id),
    onSuccess: (cancelled) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, cancelled)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
      onClose()
    },
  })
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>{t('Cancel this job?')}</Text>}>
      <Stack gap="md">
        <Text size="sm">
          {job.dry_run
            ? t(
                'The dry run stops after the step under way. It changed nothing, so nothing is left behind.',
              )
            : t(
                'The job stops after the step under way. What it has changed stays changed: {changed} entries so far.',
                { changed: formatCount(job.progress.changed) },
              )}
        </Text>
        {cancel.isError && <ErrorState error={cancel.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" data-autofocus onClick={onClose}>
            {t('Let it run')}
          </ActionButton>
          <ActionButton color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('Cancel job')}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
