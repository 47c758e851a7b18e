import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entryQuery } from '~/api/namespace'
import { normalizePath } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { MONO_INPUT } from '~/ui/mono'
import { ErrorState } from '~/ui/States'

type NewQuotaDialogProps = {
  opened: boolean
  /** What the path begins with, as the list was filtered. */
  prefix: string
  onClose: () => void
  onChosen: (path: string) => void
}

/** Asks which directory gets a limit. */
export function NewQuotaDialog(props: NewQuotaDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={620}>{t('New quota')}</Text>}
      size="md"
    >
      {props.opened && <NewQuotaBody {...props} />}
    </Modal>
  )
}

function NewQuotaBody({ prefix, onClose, onChosen }: NewQuotaDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { path: prefix },
    validate: { path: (path) => (path.startsWith('/') ? null : t('A path begins with /')) },
  })
  const look = useMutation({
    mutationFn: (path: string) => queryClient.fetchQuery(entryQuery(path)),
    onSuccess: ({ kind, path }) => {
      if (kind === 'directory') onChosen(path)
      else form.setFieldError('path', t('Only directories have quotas'))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ path }) => look.mutate(normalizePath(path)))}>
      <Stack gap="md">
        <TextInput
          label={t('Directory')}
          placeholder="/projects/alpha"
          description={t('It may have none yet. Files below count, however deep.')}
          maxLength={8_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('path')}
          styles={MONO_INPUT}
        />
        {look.isError && <ErrorState error={look.error} />}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={look.isPending}>
            {t('Choose limits')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
