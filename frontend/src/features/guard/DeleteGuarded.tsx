import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { guardKeys } from '~/api/guard'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type Item = { id: number; name: string }
type DeleteGuardedProps = {
  what: string
  item: Item | undefined
  remove: (id: number) => Promise<unknown>
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

export function DeleteGuarded({ what, item, onClose, ...body }: DeleteGuardedProps) {
  return (
    <Modal
      opened={item !== undefined}
      onClose={onClose}
      title={<Text fw={620}>Delete this {what}?</Text>}
    >
      {item && <DeleteBody what={what} item={item} onClose={onClose} {...body} />}
    </Modal>
  )
}

function DeleteBody({
  what,
  item,
  remove,
  onClose,
  children,
}: DeleteGuardedProps & { item: Item }) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => remove(item.id),
    onSuccess: () => {
      notifyDone(`Deleted the ${what}`, item.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: guardKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{item.name}</b> holds no more. {children}
      </Text>
      {deletion.isError && <ErrorState error={deletion.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          Keep it
        </ActionButton>
        <ActionButton color="red" loading={deletion.isPending} onClick={() => deletion.mutate()}>
          Delete {what}
        </ActionButton>
      </Group>
    </Stack>
  )
}
