import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moveEntry } from '~/api/files'
import { namespaceKeys } from '~/api/namespace'
import { normalizePath, visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import { notifyDone } from '~/ui/notify'
import { FormEnd } from './FormEnd'

type MoveFormProps = { path: string; onClose: () => void; onMoved: (to: string) => void }

/** Asks for another name or place. */
export function MoveForm({ path, onClose, onMoved }: MoveFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { to: path },
    validate: {
      to: (to) => {
        if (!to.startsWith('/')) return t('A path begins with /')
        return normalizePath(to) === path ? t('That is where it is') : null
      },
    },
  })
  const move = useMutation({
    mutationFn: (to: string) => moveEntry({ path, to }),
    onSuccess: (moved) => {
      notifyDone(t('It has its new path'), visibleName(moved.path))
      onMoved(moved.path)
      void queryClient.invalidateQueries({ queryKey: namespaceKeys.all })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ to }) => move.mutate(normalizePath(to)))}>
      <Stack gap="md">
        <TextInput
          label={t('New path')}
          description={t('The directory that it goes into is there, and the name is free.')}
          maxLength={8_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('to')}
          styles={MONO_INPUT}
        />
        <Text size="sm" c="dimmed">
          {t('All that is in a directory goes with it, at once.')}
        </Text>
        <FormEnd change={move} label={t('Move')} onClose={onClose} />
      </Stack>
    </form>
  )
}
