import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeDirectory } from '~/api/files'
import { namespaceKeys } from '~/api/namespace'
import { isOctalMode } from '~/format/mode'
import { childOf, visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { FormEnd } from './FormEnd'
import { entryNameProblem } from './names'

type NewDirectoryFormProps = { directory: string; onClose: () => void }

/** Asks for the name of a new directory. */
export function NewDirectoryForm({ directory, onClose }: NewDirectoryFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', mode: '755' },
    validate: {
      name: entryNameProblem,
      mode: (mode) => (isOctalMode(mode) ? null : t('Three or four octal digits, as 755')),
    },
  })
  const make = useMutation({
    mutationFn: ({ name, mode }: typeof form.values) =>
      makeDirectory({ path: childOf(directory, name), mode }),
    onSuccess: ({ path }) => {
      notifyDone(t('The directory is made'), visibleName(path))
      onClose()
      void queryClient.invalidateQueries({ queryKey: namespaceKeys.all })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('In {path}, as your user of the file system.', { path: visibleName(directory) })}
        </Text>
        <TextInput
          label={t('Name')}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput label={t('Mode')} maxLength={4} w={120} {...form.getInputProps('mode')} />
        <FormEnd change={make} label={t('Make it')} onClose={onClose} />
      </Stack>
    </form>
  )
}
