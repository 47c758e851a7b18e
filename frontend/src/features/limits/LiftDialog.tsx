import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LimitChange, type LimitInForce, liftLimit, limitKeys } from '~/api/limits'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { kindNames } from './wording'

type LiftDialogProps = {
  limit: LimitInForce | undefined
  onClose: () => void
  onDone: (change: LimitChange) => void
}

export function LiftDialog({ limit, onClose, onDone }: LiftDialogProps) {
  return (
    <Modal
      opened={limit !== undefined}
      onClose={onClose}
      title={<Text fw={620}>{t('Lift this limit?')}</Text>}
    >
      {limit && <LiftBody limit={limit} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function LiftBody({ limit, onClose, onDone }: LiftDialogProps & { limit: LimitInForce }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? t('Say why, for the record') : null) },
  })
  const lift = useMutation({
    mutationFn: (reason: string) => liftLimit(limit, reason.trim()),
    onSuccess: (change) => {
      notifyDone(t('Lift asked for'), `${kindNames()[change.kind]} ${change.name}`)
      void queryClient.invalidateQueries({ queryKey: limitKeys.all })
      onDone(change)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => lift.mutate(reason))}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans
            message="All calls of <b>{name}</b> are let in again."
            values={{ name: limit.name }}
            parts={{ b: (text) => <b>{text}</b> }}
          />
        </Text>
        {lift.isError && <ErrorState error={lift.error} />}
        <TextInput
          label={t('Why')}
          placeholder={t('the job was mended')}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Keep it')}
          </ActionButton>
          <ActionButton type="submit" loading={lift.isPending}>
            {t('Lift limit')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
