import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { guardKeys } from '~/api/guard'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
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
      title={<Text fw={620}>{t('Delete this {what}?', { what })}</Text>}
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
      notifyDone(t('Deleted the {what}', { what }), item.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: guardKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans
          message="<b>{name}</b> holds no more. {children}"
          values={{ name: item.name, children }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      {deletion.isError && <ErrorState error={deletion.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Keep it')}
        </ActionButton>
        <ActionButton color="red" loading={deletion.isPending} onClick={() => deletion.mutate()}>
          {t('Delete {what}', { what })}
        </ActionButton>
      </Group>
    </Stack>
  )
}
