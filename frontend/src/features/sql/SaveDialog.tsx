import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainError } from '~/api/problem'
import { saveSql, sqlKeys } from '~/api/sql'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type SaveDialogProps = { opened: boolean; statement: string; onClose: () => void }

/** Asks for the name of a statement to keep. */
export function SaveDialog({ opened, statement, onClose }: SaveDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={620}>{t('Save the statement')}</Text>}
    >
      <SaveForm statement={statement} onClose={onClose} />
    </Modal>
  )
}

function SaveForm({ statement, onClose }: Omit<SaveDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', shared: false },
    validate: { name: (name) => (name.trim() === '' ? t('Give it a name') : null) },
  })
  const save = useMutation({
    mutationFn: saveSql,
    onSuccess: (saved) => {
      notifyDone(t('Saved'), saved.name)
      onClose()
      return queryClient.invalidateQueries({ queryKey: sqlKeys.saved })
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, shared }) =>
        save.mutate({ name: name.trim(), statement, shared }),
      )}
    >
      <Stack gap="md">
        {save.isError && Object.keys(refused).length === 0 && <ErrorState error={save.error} />}
        <TextInput
          label={t('Name')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name ?? refused.statement}
        />
        <Checkbox
          label={t('Share it with everybody who may use SQL')}
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
