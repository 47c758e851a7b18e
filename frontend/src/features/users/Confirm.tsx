import { Group } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'

type ConfirmProps = {
  change: UseMutationResult<unknown, Error, void>
  label: string
  onClose: () => void
}

/** The end of a question before something is taken away. */
export function Confirm({ change, label, onClose }: ConfirmProps) {
  return (
    <>
      {change.isError && <ErrorState error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Leave as it is')}
        </ActionButton>
        <ActionButton color="red" loading={change.isPending} onClick={() => change.mutate()}>
          {label}
        </ActionButton>
      </Group>
    </>
  )
}
