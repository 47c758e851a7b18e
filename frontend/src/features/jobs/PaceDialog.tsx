import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { boundJob, type Job, jobKeys, jobQuery, prioritiseJob } from '~/api/jobs'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { PaceInputs, paceDraftOf, paceRefusal, rateOf } from './PaceInputs'

type PaceDialogProps = { job: Job; opened: boolean; onClose: () => void }

/** How fast an unfinished job may go and how urgent it is. */
export function PaceDialog({ job, opened, onClose }: PaceDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>{t('Pace of this job')}</Text>}>
      {opened && <PaceBody job={job} onClose={onClose} />}
    </Modal>
  )
}

function PaceBody({ job, onClose }: { job: Job; onClose: () => void }) {
  const queryClient = useQueryClient()
  // As it was when the dialog was opened: the job is read again and again beneath it.
  const [before] = useState(() => paceDraftOf(job))
  const [pace, setPace] = useState(before)
  const save = useMutation({
    mutationFn: async () => {
      const { priority } = pace
      // What stayed as it was is not sent: somebody else may have changed it meanwhile.
      const raised = priority === before.priority ? job : await prioritiseJob(job.id, priority)
      return rateOf(pace) === rateOf(before) ? raised : boundJob(job.id, rateOf(pace))
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, changed)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobKeys.all }),
  })
  const ofAll = job.rate_limit?.of_all_jobs ? job.rate_limit.inodes_per_s : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (paceRefusal(pace) === undefined) save.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {t(
            'It holds from the next step on. What is slow or less urgent comes to its end, too: only later.',
          )}
        </Text>
        <PaceInputs pace={pace} rateOfAll={ofAll} onChange={setPace} />
        {save.isError && <ErrorState error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending} disabledReason={paceRefusal(pace)}>
            {t('Set pace')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
