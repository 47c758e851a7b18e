import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { allowSnapshots, snapshotKeys } from '~/api/snapshots'
import { normalizePath } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { MONO_INPUT } from '~/ui/mono'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type AllowFormProps = { path: string; onClose: () => void }

/** Asks of which directory snapshots may be taken. */
export function AllowForm({ path, onClose }: AllowFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { path },
    validate: { path: (typed) => (typed.startsWith('/') ? null : t('A path begins with /')) },
  })
  const allow = useMutation({
    mutationFn: allowSnapshots,
    onSuccess: (made) => {
      notifyDone(t('Snapshots are allowed'), made.path)
      onClose()
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((typed) => allow.mutate(normalizePath(typed.path)))}>
      <Stack gap="md">
        <TextInput
          label={t('Directory')}
          placeholder="/projects/alpha"
          maxLength={8_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('path')}
          styles={MONO_INPUT}
        />
        <Text size="sm" c="dimmed">
          {t(
            'None is taken by this. While the directory has snapshots it can’t be deleted, and neither can what is above it.',
          )}
        </Text>
        {allow.isError && <ErrorState error={allow.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={allow.isPending}>
            {t('Allow')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
