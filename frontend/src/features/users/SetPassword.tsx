import { Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { explainError } from '~/api/problem'
import type { User } from '~/api/users'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { useChangeUser } from './useChangeUser'

type SetPasswordProps = { user: User; onClose: () => void }

export function SetPassword({ user, onClose }: SetPasswordProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('Enter a password') : null) },
  })
  const change = useChangeUser(user, () => {
    notifyDone(
      t('Password set'),
      t('{username} was logged out everywhere.', { username: user.username }),
    )
    onClose()
  })
  const refused = change.isError ? explainError(change.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="md">
        {Object.keys(refused).length === 0 && (
          <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
        )}
        <PasswordInput
          label={t('New password')}
          description={t(
            'At least 10 characters. Tell it to the user, who can change it on the page Account.',
          )}
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps('password')}
          error={form.errors.password ?? refused.password}
        />
        <Text size="sm">
          {t(
            '{username} is logged out everywhere and needs the new password to log in. API tokens go on.',
            { username: user.username },
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" color="red" loading={change.isPending}>
            {t('Set password')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
