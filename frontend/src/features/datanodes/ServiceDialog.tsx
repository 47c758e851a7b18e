import { Modal, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeService,
  type DatanodeDetails,
  type DatanodeService,
  datanodeKeys,
} from '~/api/datanodes'
import { explainError } from '~/api/problem'
import { perLanguage, t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ReasonFoot } from '~/ui/ReasonFoot'

const HOUR_MS = 60 * 60 * 1_000
const spans = perLanguage(() => [
  { value: '1', label: t('1 hour') },
  { value: '4', label: t('4 hours') },
  { value: '24', label: t('1 day') },
  { value: '168', label: t('7 days') },
])
const ways = perLanguage((): { value: DatanodeService; label: string }[] => [
  { value: 'in_maintenance', label: t('For a while (maintenance)') },
  { value: 'decommissioned', label: t('For good (decommission)') },
])

type ServiceDialogProps = {
  datanode: DatanodeDetails
  /** Out of service, or back into it; undefined while the dialog is closed. */
  way: 'out' | 'back' | undefined
  onClose: () => void
}

export function ServiceDialog({ datanode, way, onClose }: ServiceDialogProps) {
  return (
    <Modal
      opened={way !== undefined}
      onClose={onClose}
      title={
        <Text fw={620}>{way === 'back' ? t('Back into service') : t('Take out of service')}</Text>
      }
    >
      {way && <ServiceBody key={way} datanode={datanode} way={way} onClose={onClose} />}
    </Modal>
  )
}

type Values = { service: DatanodeService; hours: string; reason: string }

function explained(service: DatanodeService): string {
  if (service === 'in_service')
    return t('It gets new blocks again; replicas that are too many then are deleted.')
  if (service === 'decommissioned')
    return t(
      'All its blocks get replicas on other datanodes, which takes a while. It serves reads meanwhile; stop it when it is decommissioned.',
    )
  return t(
    'Its blocks are not copied, but for those that no other datanode has. Stop it when it is in maintenance; after the time that you choose it counts again.',
  )
}

function ServiceBody({
  datanode,
  way,
  onClose,
}: {
  datanode: DatanodeDetails
  way: 'out' | 'back'
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: {
      service: way === 'back' ? 'in_service' : 'in_maintenance',
      hours: '4',
      reason: '',
    },
    validate: { reason: (reason) => (reason.trim() === '' ? t('Say why') : null) },
  })
  const change = useMutation({
    mutationFn: ({ service, hours, reason }: Values) =>
      changeService(datanode.uuid, {
        service,
        reason: reason.trim(),
        until:
          service === 'in_maintenance'
            ? new Date(Date.now() + Number(hours) * HOUR_MS).toISOString()
            : null,
      }),
    onSuccess: () => {
      notifyDone(t('Change asked for'), datanode.hostname)
      onClose()
      void queryClient.invalidateQueries({ queryKey: datanodeKeys.all })
    },
  })
  const refused = change.isError ? explainError(change.error).fields : {}
  const { service } = form.values
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="md">
        <Text size="sm">
          <b>{datanode.hostname}</b> ({datanode.address})
        </Text>
        {way === 'out' && (
          <>
            <Select
              label={t('How')}
              data={ways()}
              allowDeselect={false}
              {...form.getInputProps('service')}
            />
            {service === 'in_maintenance' && (
              <Select
                label={t('For how long')}
                data={spans()}
                allowDeselect={false}
                {...form.getInputProps('hours')}
                error={refused.until}
              />
            )}
          </>
        )}
        <Text size="sm" c="dimmed">
          {explained(service)}
        </Text>
        <ReasonFoot
          reason={form.getInputProps('reason')}
          refusal={change.error}
          isPending={change.isPending}
          submitLabel={way === 'back' ? t('Bring back') : t('Take out')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
