import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Permission } from '~/api/auth'
import { explainError } from '~/api/problem'
import {
  type CustomRole,
  createRole,
  type PermissionDetails,
  readRole,
  roleKeys,
  updateRole,
} from '~/api/roles'
import { userKeys } from '~/api/users'
import { served, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'

type RoleEditorProps = {
  /** The role that is changed; a new one without. */
  role: CustomRole | undefined
  permissions: readonly PermissionDetails[]
  onClose: () => void
}

type RoleForm = { name: string; description: string; permissions: Permission[] }

function formOf(role: CustomRole | undefined): RoleForm {
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    permissions: role?.permissions ?? [],
  }
}

export function RoleEditor({ role, permissions, onClose }: RoleEditorProps) {
  const queryClient = useQueryClient()
  const form = useForm<RoleForm>({
    initialValues: formOf(role),
    validate: {
      name: (name) => (name.trim() === '' ? t('Enter a name') : null),
      permissions: (chosen) => (chosen.length === 0 ? t('Choose at least one') : null),
    },
  })
  const edited = useEdited({
    opened: role,
    read: readRole,
    queryKey: roleKeys.all,
    onLoad: (before, now) =>
      form.setValues(typedOver(form.getValues(), formOf(before), formOf(now))),
  })
  const save = useMutation({
    mutationFn: ({ name, ...held }: RoleForm) =>
      edited.base ? updateRole(edited.base, held) : createRole({ ...held, name: name.trim() }),
    onSuccess: (saved) => {
      notifyDone(role ? t('Role changed') : t('Role added'), saved.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: roleKeys.all })
      void queryClient.invalidateQueries({ queryKey: userKeys.all })
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  const ofOne = permissions.filter((each) => each.for_custom_roles)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        {Object.keys(refused).length === 0 && (
          <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        )}
        {!role && (
          <TextInput
            label={t('Name')}
            maxLength={64}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
            error={form.errors.name ?? refused.name}
          />
        )}
        <TextInput
          label={t('What it is for')}
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('description')}
          error={refused.description}
        />
        <Checkbox.Group
          label={t('What it holds')}
          {...form.getInputProps('permissions')}
          error={form.errors.permissions ?? refused.permissions}
        >
          <Permissions
            title={t('Can be limited to paths')}
            items={ofOne.filter((each) => each.about_paths)}
          />
          <Permissions title={t('Everywhere')} items={ofOne.filter((each) => !each.about_paths)} />
        </Checkbox.Group>
        {role !== undefined && (
          <Text size="sm">
            {t(
              'What its users began with the former rights ends at once: sessions, exports and running queries. Jobs go on.',
            )}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending}>
            {role ? t('Change role') : t('Add role')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function Permissions({ title, items }: { title: string; items: PermissionDetails[] }) {
  return (
    <Stack gap={6} mt="xs">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {items.map(({ permission, meaning }) => (
        <Checkbox key={permission} value={permission} label={served(meaning)} />
      ))}
    </Stack>
  )
}
