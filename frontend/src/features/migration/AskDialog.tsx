import { Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { jobKeys, jobQuery, newIdempotencyKey } from '~/api/jobs'
import { askForTakeOver, type Migration, migrationQuery } from '~/api/migration'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { objectionNames } from '~/ui/takeOverWords'

type AskDialogProps = { opened: boolean; migration: Migration; onClose: () => void }

/** Asks for the take-over, and has what speaks against it named. */
export function AskDialog({ opened, migration, onClose }: AskDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={620}>{t('Ask for the take-over?')}</Text>}
    >
      {opened && <AskForm migration={migration} onClose={onClose} />}
    </Modal>
  )
}

function AskForm({ migration, onClose }: Omit<AskDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const [named, setNamed] = useState<string[]>([])
  const [reason, setReason] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const { objections } = migration
  const ask = useMutation({
    mutationFn: () => askForTakeOver(objections, reason.trim(), key),
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
      void queryClient.invalidateQueries(migrationQuery())
      onClose()
    },
    // Another request is another one: what it was asked in spite of may be another.
    onError: () => setKey(newIdempotencyKey()),
  })
  const missing = objections.every((each) => named.includes(each))
    ? undefined
    : t('Say of each that you know it')
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(
          'Somebody else has to approve it. Then Warren takes the place of the old NameNode, which you stop before: nothing begins by itself.',
        )}
      </Text>
      {objections.length > 0 && (
        <Checkbox.Group label={t('Speaks against it, as I know')} value={named} onChange={setNamed}>
          <Stack gap={6} mt={6}>
            {objections.map((each) => (
              <Checkbox key={each} value={each} label={objectionNames()[each]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <TextInput
        label={t('Why')}
        description={t('For who approves it.')}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {ask.isError && <ErrorState error={ask.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Not now')}
        </ActionButton>
        <ActionButton loading={ask.isPending} disabledReason={missing} onClick={() => ask.mutate()}>
          {t('Ask for it')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
