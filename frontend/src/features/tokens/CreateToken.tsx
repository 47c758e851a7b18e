import { Checkbox, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Me, maySomewhere, meQuery, type Permission } from '~/api/auth'
import { explainError } from '~/api/problem'
import { createToken, type TokenCreated, type TokenScope, tokenKeys } from '~/api/tokens'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { SecretOnce } from '~/ui/SecretOnce'
import { ErrorState } from '~/ui/States'
import { lifetimes, untilIn } from './lifetimes'

const scopes = perLanguage((): { value: TokenScope; meaning: string }[] => [
  { value: 'read', meaning: t('Browse, search and watch') },
  { value: 'operate', meaning: t('Start, promote and cancel jobs') },
  { value: 'admin', meaning: t('Manage users and see all of the audit log') },
])

/** What a token of the scope admin alone can use. */
const ADMIN_PERMISSIONS = [
  'see_audit',
  'manage_alerts',
  'manage_pipeline',
  'manage_users',
] as const satisfies readonly Permission[]
const READ_PERMISSIONS: readonly Permission[] = ['see_all', 'see_usage', 'sql']

function isForOperating({ permission }: Me['permissions'][number]): boolean {
  return !READ_PERMISSIONS.includes(permission)
}

type CreateTokenProps = { opened: boolean; onClose: () => void }

export function CreateToken({ opened, onClose }: CreateTokenProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A click beside the dialog must not lose a secret that is shown only once.
      closeOnClickOutside={false}
      title={<Text fw={620}>{t('New token')}</Text>}
    >
      <CreateTokenBody onClose={onClose} />
    </Modal>
  )
}

function CreateTokenBody({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery())
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokenKeys.all }),
  })
  const form = useForm<{ name: string; scopes: TokenScope[]; days: string }>({
    initialValues: { name: '', scopes: ['read'], days: '30' },
    validate: {
      name: (name) => (name.trim() === '' ? t('Say what the token is for') : null),
      scopes: (chosen) => (chosen.length === 0 ? t('Choose at least one scope') : null),
    },
  })
  if (create.data) return <Secret token={create.data} onClose={onClose} />

  const refused = create.isError ? explainError(create.error).fields : {}
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, scopes: chosen, days }) =>
        create.mutate({
          name: name.trim(),
          scopes: chosen,
          expires_at: untilIn(days),
        }),
      )}
    >
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
        <Checkbox.Group
          label={t('What it may do')}
          {...form.getInputProps('scopes')}
          error={form.errors.scopes ?? refused.scopes}
        >
          <Stack gap="xs" mt={6}>
            {scopes().map(({ value, meaning }) => {
              const refusal = scopeRefusal(me, value)
              return (
                <Checkbox
                  key={value}
                  value={value}
                  label={value}
                  description={refusal ?? meaning}
                  disabled={refusal !== undefined}
                />
              )
            })}
          </Stack>
        </Checkbox.Group>
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

function scopeRefusal(me: Me, scope: TokenScope): string | undefined {
  const has = (permission: Permission) => maySomewhere(me, permission)
  const allowed =
    scope === 'read' ||
    (scope === 'admin' ? ADMIN_PERMISSIONS.some(has) : me.permissions.some(isForOperating))
  return allowed ? undefined : t('Your role, {role}, does not include this', { role: me.role })
}

function Secret({ token, onClose }: { token: TokenCreated; onClose: () => void }) {
  return (
    <Stack gap="md">
      <SecretOnce secret={token.secret} />
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
