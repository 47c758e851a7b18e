import { Paper, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword, loginChangeKey } from '~/api/auth'
import { explainError } from '~/api/problem'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

/** One's own password: asks for the current one. */
export function ChangePassword() {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { current: '', next: '', again: '' },
    validate: {
      current: (value) => (value === '' ? t('Enter your current password') : null),
      next: (value) => (value === '' ? t('Enter a new password') : null),
      again: (value, { next }) => (value === next ? null : t('This is not the same password')),
    },
  })
  const change = useMutation({
    mutationKey: loginChangeKey,
    mutationFn: ({ current, next }: typeof form.values) =>
      changePassword({ current_password: current, new_password: next }),
    onSuccess: () => {
      form.reset()
      notifyDone(t('Password changed'), t('Your other sessions have ended.'))
    },
    // The session is another one from now on: what was asked by the one before is refused.
    onSettled: () => void queryClient.invalidateQueries(),
  })
  const refused = change.isError ? explainError(change.error).fields : {}
  return (
    <Paper p="md" maw={460}>
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          {change.isError && Object.keys(refused).length === 0 && (
            <ErrorState error={change.error} />
          )}
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            {...form.getInputProps('current')}
            error={form.errors.current ?? refused.current_password}
          />
          <PasswordInput
            label={t('New password')}
            description={t(
              'At least 10 characters, none of the common ones, and not like your name.',
            )}
            autoComplete="new-password"
            {...form.getInputProps('next')}
            error={form.errors.next ?? refused.new_password}
          />
          <PasswordInput
            label={t('New password again')}
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          <Text size="sm" c="dimmed">
            {t('All your other sessions end. API tokens go on.')}
          </Text>
          <ActionButton type="submit" loading={change.isPending}>
            {t('Change password')}
          </ActionButton>
        </Stack>
      </form>
    </Paper>
  )
}
