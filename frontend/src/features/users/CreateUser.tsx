import { Group, Modal, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainError } from '~/api/problem'
import { createUser, ROLES, type UserCreateRequest, userKeys } from '~/api/users'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { meaningOfRole } from './roles'

type CreateUserProps = { opened: boolean; onClose: () => void }

export function CreateUser({ opened, onClose }: CreateUserProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>{t('New user')}</Text>}>
      <CreateUserBody onClose={onClose} />
    </Modal>
  )
}

function CreateUserBody({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<Required<Omit<UserCreateRequest, 'assignments'>>>({
    initialValues: { username: '', password: '', role: 'viewer', hdfs_user: '' },
    validate: {
      username: (name) => (name.trim() === '' ? t('Enter a user name') : null),
      password: (password) => (password === '' ? t('Enter a password') : null),
    },
  })
  const create = useMutation({
    mutationFn: ({
      username,
      hdfs_user,
      ...rest
    }: Required<Omit<UserCreateRequest, 'assignments'>>) =>
      createUser({
        ...rest,
        username: username.trim(),
        ...(hdfs_user.trim() !== '' && { hdfs_user: hdfs_user.trim() }),
      }),
    onSuccess: (user) => {
      notifyDone(
        t('User added'),
        t('{username} can log in as {role}.', { username: user.username, role: user.role }),
      )
      onClose()
      void queryClient.invalidateQueries({ queryKey: userKeys.all })
    },
  })
  const refused = create.isError ? explainError(create.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="md">
        {create.isError && Object.keys(refused).length === 0 && <ErrorState error={create.error} />}
        <TextInput
          label={t('User name')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('username')}
          error={form.errors.username ?? refused.username}
        />
        <PasswordInput
          label={t('Password')}
          description={t(
            'At least 10 characters. Tell it to the user, who can change it on the page Account.',
          )}
          autoComplete="new-password"
          {...form.getInputProps('password')}
          error={form.errors.password ?? refused.password}
        />
        <Select
          label={t('Role')}
          description={meaningOfRole()[form.values.role]}
          data={ROLES}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <TextInput
          label={t('Name in HDFS')}
          description={t('Whose rights count in HDFS. The user name when empty.')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('hdfs_user')}
          error={form.errors.hdfs_user ?? refused.hdfs_user}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={create.isPending}>
            {t('Add user')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
