import { Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeNamenodeService, clusterKeys, type NamenodeService } from '~/api/cluster'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ReasonFoot } from '~/ui/ReasonFoot'

/** Which namenode shall do what. */
export type NamenodeWish = { name: string; service: NamenodeService }

type NamenodeServiceDialogProps = {
  /** Undefined while the dialog is closed. */
  wish: NamenodeWish | undefined
  onClose: () => void
}

export function NamenodeServiceDialog({ wish, onClose }: NamenodeServiceDialogProps) {
  return (
    <Modal
      opened={wish !== undefined}
      onClose={onClose}
      title={
        <Text fw={620}>
          {wish?.service === 'in_service'
            ? t('Start {name}?', { name: wish.name })
            : t('Drain {name}?', { name: wish?.name ?? '' })}
        </Text>
      }
    >
      {wish && <ServiceBody key={wish.service} wish={wish} onClose={onClose} />}
    </Modal>
  )
}

function ServiceBody({ wish, onClose }: { wish: NamenodeWish; onClose: () => void }) {
  const { name, service } = wish
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? t('Say why') : null) },
  })
  const change = useMutation({
    mutationFn: (reason: string) => changeNamenodeService(name, { service, reason: reason.trim() }),
    onSuccess: () => {
      notifyDone(t('Change asked for'), name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: clusterKeys.all })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => change.mutate(reason))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {service === 'drained'
            ? t(
                'It ends what it serves, refuses what is new, and rests; clients go on with the others. Its process stays, and restarts do not change that. It serves again when you say so, or when no other namenode does for half a minute.',
              )
            : t('It joins the others under a new id, and clients may use it within seconds.')}
        </Text>
        <ReasonFoot
          reason={form.getInputProps('reason')}
          refusal={change.error}
          isPending={change.isPending}
          submitLabel={service === 'drained' ? t('Drain') : t('Start')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
