import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LimitChange, type LimitInForce, liftLimit, limitKeys } from '~/api/limits'
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
      title={<Text fw={620}>Lift this limit?</Text>}
    >
      {limit && <LiftBody limit={limit} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function LiftBody({ limit, onClose, onDone }: LiftDialogProps & { limit: LimitInForce }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Say why, for the record' : null) },
  })
  const lift = useMutation({
    mutationFn: (reason: string) => liftLimit(limit, reason.trim()),
    onSuccess: (change) => {
      notifyDone('Lift asked for', `${kindNames[change.kind]} ${change.name}`)
      void queryClient.invalidateQueries({ queryKey: limitKeys.all })
      onDone(change)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => lift.mutate(reason))}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          All calls of <b>{limit.name}</b> are let in again.
        </Text>
        {lift.isError && <ErrorState error={lift.error} />}
        <TextInput
          label="Why"
          placeholder="the job was mended"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            Keep it
          </ActionButton>
          <ActionButton type="submit" loading={lift.isPending}>
            Lift limit
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
