import { Group, List, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '~/api/jobs'
import { beginTakeOver, type Migration, migrationQuery } from '~/api/migration'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { objectionNames } from '~/ui/takeOverWords'

type BeginDialogProps = { opened: boolean; migration: Migration; onClose: () => void }

/** The last question before the old NameNode's place is taken. */
export function BeginDialog({ opened, migration, onClose }: BeginDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>{t('Take over now?')}</Text>}>
      {opened && <BeginBody migration={migration} onClose={onClose} />}
    </Modal>
  )
}

function BeginBody({ migration, onClose }: Omit<BeginDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const begin = useMutation({
    mutationFn: () => beginTakeOver(key),
    onSuccess: () => {
      void queryClient.invalidateQueries(migrationQuery())
      onClose()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(
          'The old NameNode has to be stopped. Its last edits are applied, it is fenced so that it does not start again, and Warren serves. Until then nobody can write.',
        )}
      </Text>
      {migration.objections.length > 0 && (
        <div>
          <Text size="sm">{t('Speaks against it now:')}</Text>
          <List size="sm">
            {migration.objections.map((each) => (
              <List.Item key={each}>{objectionNames()[each]}</List.Item>
            ))}
          </List>
        </div>
      )}
      {begin.isError && <ErrorState error={begin.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Not now')}
        </ActionButton>
        <ActionButton loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('Take over')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
