import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainError } from '~/api/problem'
import { type SearchFilter, saveSearch, searchKeys } from '~/api/search'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { QueryText } from '~/ui/QueryText'
import { ErrorState } from '~/ui/States'

type SaveSearchDialogProps = {
  opened: boolean
  q: string
  sort: SearchFilter['sort']
  onClose: () => void
}

/** Asks for the name of a search to keep. */
export function SaveSearchDialog({ opened, ...form }: SaveSearchDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={<Text fw={620}>{t('Save the search')}</Text>}
    >
      <SaveForm {...form} />
    </Modal>
  )
}

function SaveForm({ q, sort, onClose }: Omit<SaveSearchDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', shared: false },
    validate: { name: (name) => (name.trim() === '' ? t('Give it a name') : null) },
  })
  const save = useMutation({
    mutationFn: saveSearch,
    onSuccess: (saved) => {
      notifyDone(t('Saved'), saved.name)
      onClose()
      return queryClient.invalidateQueries({ queryKey: searchKeys.saved })
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, shared }) =>
        save.mutate({ name: name.trim(), q, sort: sort ?? 'relevance', shared }),
      )}
    >
      <Stack gap="md">
        {save.isError && !refused.name && <ErrorState error={save.error} />}
        <QueryText>{q}</QueryText>
        <TextInput
          label={t('Name')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <Checkbox
          label={t('Share it; everybody sees what they may see')}
          {...form.getInputProps('shared', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
