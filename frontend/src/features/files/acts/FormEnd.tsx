import { Group } from '@mantine/core'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'

type FormEndProps = {
  change: { isError: boolean; error: Error | null; isPending: boolean }
  label: string
  onClose: () => void
}

/** What went wrong, and the buttons of a form. */
export function FormEnd({ change, label, onClose }: FormEndProps) {
  return (
    <>
      {change.isError && <ErrorState error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Close')}
        </ActionButton>
        <ActionButton type="submit" loading={change.isPending}>
          {label}
        </ActionButton>
      </Group>
    </>
  )
}
