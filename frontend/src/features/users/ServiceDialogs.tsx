import { Checkbox, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '~/api/problem'
import { type TokenScope, tokenKeys } from '~/api/tokens'
import { createServiceAccount, createTokenOf, type User, userKeys } from '~/api/users'
import { lifetimes, untilIn } from '~/features/tokens/lifetimes'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { SecretOnce } from '~/ui/SecretOnce'
import { ErrorState } from '~/ui/States'
import { AssignmentFields } from './AssignmentFields'
import { type TypedAssignment, wanted } from './paths'
import { useChangeUser } from './useChangeUser'

type CreateServiceProps = { owner: string; onClose: () => void }

export function CreateServiceAccount({ owner, onClose }: CreateServiceProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<TypedAssignment[]>([])
  const form = useForm({
    initialValues: { username: '', owner, hdfs_user: '' },
    validate: {
      username: (name) => (name.trim() === '' ? t('Enter a name') : null),
      owner: (name) => (name.trim() === '' ? t('Say who answers for it') : null),
    },
  })
  const create = useMutation({
    mutationFn: ({ username, owner: by, hdfs_user }: typeof form.values) =>
      createServiceAccount({
        username: username.trim(),
        owner: by.trim(),
        assignments: typed.map(wanted),
        ...(hdfs_user.trim() !== '' && { hdfs_user: hdfs_user.trim() }),
      }),
    onSuccess: (user) => {
      notifyDone(
        t('Service account added'),
        t('Make {username} a token.', { username: user.username }),
      )
      onClose()
      void queryClient.invalidateQueries({ queryKey: userKeys.all })
    },
  })
  const refused = create.isError ? explainError(create.error).fields : {}
  const told = ['username', 'owner', 'hdfs_user'].some((name) => refused[name] !== undefined)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="md">
        {create.isError && !told && <ErrorState error={create.error} />}
        <TextInput
          label={t('Name')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('username')}
          error={form.errors.username ?? refused.username}
        />
        <TextInput
          label={t('Owner')}
          description={t('The user who answers for it.')}
          maxLength={64}
          autoComplete="off"
          {...form.getInputProps('owner')}
          error={form.errors.owner ?? refused.owner}
        />
        <TextInput
          label={t('Name in HDFS')}
          description={t('Whose rights count in HDFS. The account’s name when empty.')}
          maxLength={64}
          autoComplete="off"
          {...form.getInputProps('hdfs_user')}
          error={refused.hdfs_user}
        />
        <Stack gap="xs">
          <Text size="sm" fw={550}>
            {t('What it may do')}
          </Text>
          <AssignmentFields value={typed} onChange={setTyped} />
        </Stack>
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={create.isPending}>
            {t('Add service account')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

type ServiceProps = { user: User; onClose: () => void }

export function CreateServiceToken({ user, onClose }: ServiceProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', changes: user.assignments.length > 0, days: '30' },
    validate: { name: (name) => (name.trim() === '' ? t('Say what the token is for') : null) },
  })
  const create = useMutation({
    mutationFn: ({ name, changes, days }: typeof form.values) => {
      const scope: TokenScope = changes ? 'operate' : 'read'
      return createTokenOf(user, { name: name.trim(), scopes: [scope], expires_at: untilIn(days) })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokenKeys.all }),
  })
  if (create.data) {
    return (
      <Stack gap="md">
        <SecretOnce secret={create.data.secret} />
        <Text size="sm">
          <Trans
            message="Send it with each request: <code>Authorization: Bearer …</code>"
            parts={{ code: (text) => <Code>{text}</Code> }}
          />
        </Text>
        <Group justify="flex-end">
          <ActionButton onClick={onClose}>{t('I have copied it')}</ActionButton>
        </Group>
      </Stack>
    )
  }
  const refused = create.isError ? explainError(create.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack gap="md">
        {create.isError && Object.keys(refused).length === 0 && <ErrorState error={create.error} />}
        <TextInput
          label={t('What it is for')}
          placeholder={t('nightly usage report')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <Checkbox
          label={t('It may change what the account’s roles allow')}
          description={t('Without, it reads only.')}
          {...form.getInputProps('changes', { type: 'checkbox' })}
        />
        <Select
          label={t('Valid for')}
          data={lifetimes()}
          allowDeselect={false}
          {...form.getInputProps('days')}
          error={refused.expires_at}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={create.isPending}>
            {t('Create token')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

export function ChangeOwner({ user, onClose }: ServiceProps) {
  const [owner, setOwner] = useState(user.owner ?? '')
  const change = useChangeUser(user, (changed) => {
    notifyDone(
      t('Owner changed'),
      t('{owner} answers for {username}.', {
        owner: changed.owner ?? '–',
        username: changed.username,
      }),
    )
    onClose()
  })
  const refused = change.isError ? explainError(change.error).fields : {}
  return (
    <Stack gap="md">
      {Object.keys(refused).length === 0 && (
        <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
      )}
      <TextInput
        label={t('Owner')}
        description={t('The user who answers for it.')}
        maxLength={64}
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
        error={refused.owner}
      />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Close')}
        </ActionButton>
        <ActionButton
          loading={change.isPending}
          disabledReason={owner.trim() === '' ? t('Say who answers for it') : undefined}
          onClick={() => change.mutate({ owner: owner.trim() })}
        >
          {t('Change owner')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
