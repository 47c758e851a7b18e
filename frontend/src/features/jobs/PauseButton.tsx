import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Job, jobKeys, jobQuery, pauseJob, resumeJob } from '~/api/jobs'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { useOperateRefusal } from './useOperateRefusal'
import { paceRefusal as standRefusal } from './wording'

/** Has a job stand still, or lets it go on: neither loses anything, so neither asks first. */
export function PauseButton({ job }: { job: Job }) {
  const refusal = useOperateRefusal()
  const queryClient = useQueryClient()
  const stands = job.state === 'pausing' || job.state === 'paused'
  const change = useMutation({
    mutationFn: () => (stands ? resumeJob(job.id) : pauseJob(job.id)),
    onSuccess: (changed) => queryClient.setQueryData(jobQuery(job.id).queryKey, changed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobKeys.all }),
  })
  return (
    <ActionButton
      variant="default"
      loading={change.isPending}
      disabledReason={
        refusal ??
        standRefusal(job) ??
        (job.state === 'cancelling' ? t('The job is being cancelled') : undefined)
      }
      onClick={() => change.mutate()}
    >
      {stands ? t('Resume') : t('Pause')}
    </ActionButton>
  )
}
