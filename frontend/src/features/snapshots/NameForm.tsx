import { Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { ErrorState } from '~/ui/States'
import { nameProblem } from './wording'

type NameFormProps = {
  initial: string
  label: string
  change: UseMutationResult<unknown, Error, string>
  onClose: () => void
}

/** Asks for the name of a snapshot. */
export function NameForm({ initial, label, change, onClose }: NameFormProps) {
  const form = useForm({ initialValues: { name: initial }, validate: { name: nameProblem } })
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => change.mutate(name))}>
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {change.isError && <ErrorState error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={change.isPending}>
            {label}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
