import { Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Permissions, permissionKeys, permissionsQuery, setPermissions } from '~/api/files'
import { namespaceKeys } from '~/api/namespace'
import { isOctalMode } from '~/format/mode'
import { visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { FormEnd } from './FormEnd'
import { ModeBoxes } from './ModeBoxes'
import { aclLines, aclProblem, changesOf } from './permission-draft'

type PermissionsFormProps = { path: string; onClose: () => void }

/** Who may do what with one path. */
export function PermissionsForm({ path, onClose }: PermissionsFormProps) {
  const permissions = useQuery(permissionsQuery(path))
  if (permissions.isError)
    return <ErrorState error={permissions.error} onRetry={() => permissions.refetch()} />
  return permissions.data ? (
    // Anew when they were read anew.
    <PermissionsBody key={permissions.data.etag} permissions={permissions.data} {...{ onClose }} />
  ) : (
    <Skeleton height={240} aria-busy="true" />
  )
}

type PermissionsBodyProps = { permissions: Permissions; onClose: () => void }

function PermissionsBody({ permissions, onClose }: PermissionsBodyProps) {
  const { path, owner, group, mode, acl } = permissions
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { mode, owner, group, acl: acl.join('\n') },
    validate: {
      mode: (typed) => (isOctalMode(typed) ? null : t('Three or four octal digits, as 750')),
      owner: (typed) => (typed === '' ? t('Name a user') : null),
      group: (typed) => (typed === '' ? t('Name a group') : null),
      acl: aclProblem,
    },
  })
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      setPermissions(permissions, changesOf(permissions, values)),
    onSuccess: () => {
      notifyDone(t('The permissions are changed'), visibleName(path))
      onClose()
      void queryClient.invalidateQueries({ queryKey: namespaceKeys.all })
      void queryClient.invalidateQueries({ queryKey: permissionKeys.all })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t(
            'Of {path} alone, as your user of the file system. For all that is below a directory there are jobs.',
            { path: visibleName(path) },
          )}
        </Text>
        <ModeBoxes mode={form.values.mode} onChange={(next) => form.setFieldValue('mode', next)} />
        <TextInput label={t('Mode')} maxLength={4} w={120} {...form.getInputProps('mode')} />
        <TextInput label={t('Owner')} maxLength={64} {...form.getInputProps('owner')} />
        <TextInput label={t('Group')} maxLength={64} {...form.getInputProps('group')} />
        <Textarea
          label={t('ACL')}
          description={t(
            'An entry each line, as user:ann:r-x or default:group:staff:rwx. None removes the ACL.',
          )}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          {...form.getInputProps('acl')}
          styles={MONO_INPUT}
        />
        {aclLines(form.values.acl).length > 0 && (
          <Text size="sm" c="dimmed">
            {t('With an ACL, the group’s digit of the mode is the most that its entries may do.')}
          </Text>
        )}
        <FormEnd change={change} label={t('Change')} onClose={onClose} />
      </Stack>
    </form>
  )
}
