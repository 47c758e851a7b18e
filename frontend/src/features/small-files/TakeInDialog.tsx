import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery, refusalAt } from '~/api/auth'
import { jobKeys, jobQuery, newIdempotencyKey, startTakeIn, type TakeInRequest } from '~/api/jobs'
import { explainError } from '~/api/problem'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { ANY_PACE, PaceInputs, paceRefusal, rateOf } from '../jobs/PaceInputs'

type TakeInDialogProps = {
  /** Undefined while the dialog is closed. */
  path: string | undefined
  onClose: () => void
}

/** Begins the job that brings the bytes of a directory's small files into the database. */
export function TakeInDialog({ path, onClose }: TakeInDialogProps) {
  return (
    <Modal
      opened={path !== undefined}
      onClose={onClose}
      size="md"
      title={<Text fw={620}>{t('Take in small files')}</Text>}
    >
      {path !== undefined && <TakeInForm key={path} first={path} onClose={onClose} />}
    </Modal>
  )
}

function TakeInForm({ first, onClose }: { first: string } & Pick<TakeInDialogProps, 'onClose'>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery())
  const [path, setPath] = useState(first)
  const [pace, setPace] = useState(ANY_PACE)
  const [reason, setReason] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const start = useMutation({
    mutationFn: (request: TakeInRequest) => startTakeIn(request, key),
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
    },
  })
  // Another request is another job: the key belongs to one request only.
  const edited = () => {
    setKey(newIdempotencyKey())
    start.reset()
  }
  const where = path.trim()
  const unfit = where.startsWith('/') ? undefined : t('A path begins with /')
  const refused = start.isError ? explainError(start.error).fields : {}
  const refusal = unfit ?? refusalAt(me, ['change_storage'], where) ?? paceRefusal(pace)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (refusal !== undefined) return
        const asked = { priority: pace.priority, inodes_per_s_max: rateOf(pace) }
        start.mutate(
          { path: where, reason: reason.trim(), ...asked },
          {
            onSuccess: ({ id }) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } }),
          },
        )
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {t(
            'Files of at most 64 KiB whose directory has the storage policy DB have their bytes moved from datanodes into the database. No file changes, and all of them stay in use.',
          )}
        </Text>
        <TextInput
          label={t('At and below')}
          value={path}
          maxLength={8_000}
          error={unfit ?? refused.path}
          onChange={(event) => {
            setPath(event.currentTarget.value)
            edited()
          }}
        />
        <PaceInputs
          pace={pace}
          onChange={(next) => {
            setPace(next)
            edited()
          }}
        />
        <TextInput
          label={t('Why')}
          description={t('For who has to approve it, if a rule of the guard asks for that.')}
          value={reason}
          maxLength={200}
          error={refused.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            edited()
          }}
        />
        {start.isError && Object.keys(refused).length === 0 && <ErrorState error={start.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={start.isPending} disabledReason={refusal}>
            {t('Take in')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
