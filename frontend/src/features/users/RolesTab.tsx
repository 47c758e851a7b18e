import { ActionIcon, Badge, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deleteRole, isCustom, type RoleDetails, roleKeys, rolesQuery } from '~/api/roles'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { permissionNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { Confirm } from './Confirm'
import { RoleEditor } from './RoleEditor'

const route = getRouteApi('/console/users')

const columns = perLanguage(() => [
  { label: t('Role'), width: '20%' },
  { label: t('What it is for') },
  { label: t('Holds') },
  { label: t('Users'), align: 'right' as const },
  { label: t('Groups'), align: 'right' as const },
  { label: t('Actions'), hidden: true },
])

export function RolesTab() {
  const { open, held } = route.useSearch()
  const navigate = route.useNavigate()
  const roles = useQuery(rolesQuery())
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, held: undefined }), replace: true })
  const opened = roles.data?.items.filter(isCustom).find((each) => each.name === held)
  return (
    <>
      <TablePanel
        caption={t('Roles, the built-in ones first')}
        columns={columns()}
        instead={
          roles.isError && !roles.data ? (
            <ErrorState error={roles.error} onRetry={() => roles.refetch()} />
          ) : undefined
        }
      >
        {roles.data ? (
          roles.data.items.map((role) => (
            <RoleRow
              key={role.name}
              role={role}
              onOpen={(dialog) =>
                navigate({ search: (old) => ({ ...old, open: dialog, held: role.name }) })
              }
            />
          ))
        ) : (
          <SkeletonRows rows={4} columns={columns().length} />
        )}
      </TablePanel>
      {roles.data && (
        <Modal
          opened={open === 'create' || (open === 'role' && opened !== undefined)}
          onClose={close}
          size="lg"
          title={
            <Text fw={620}>{opened ? t('Role {name}', { name: opened.name }) : t('New role')}</Text>
          }
        >
          <RoleEditor
            key={opened?.name}
            role={opened}
            permissions={roles.data.permissions}
            onClose={close}
          />
        </Modal>
      )}
      <Modal
        opened={open === 'delete' && opened !== undefined}
        onClose={close}
        title={
          <Text fw={620}>
            <Trans message="Delete the role {name}?" values={{ name: opened?.name }} />
          </Text>
        }
      >
        {opened && <DeleteRole role={opened} onClose={close} />}
      </Modal>
    </>
  )
}

type RoleRowProps = { role: RoleDetails; onOpen: (dialog: 'role' | 'delete') => void }

function RoleRow({ role, onOpen }: RoleRowProps) {
  return (
    <Table.Tr>
      <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
        {role.name} {role.id === null && <Badge color="gray">{t('built in')}</Badge>}
      </Table.Td>
      <Table.Td>{role.description}</Table.Td>
      <Table.Td>
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {role.permissions.map((each) => permissionNames()[each]).join(', ') || '–'}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{role.users === null ? '–' : formatCount(role.users)}</Table.Td>
      <Table.Td ta="right">{role.groups === null ? '–' : formatCount(role.groups)}</Table.Td>
      <Table.Td ta="right">
        {role.id !== null && (
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Actions for {name}', { name: role.name })}
              >
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onOpen('role')}>{t('Change…')}</Menu.Item>
              <Menu.Item color="red" onClick={() => onOpen('delete')}>
                {t('Delete…')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function DeleteRole({ role, onClose }: { role: RoleDetails; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteRole(role.id ?? 0),
    onSuccess: () => {
      notifyDone(t('Role deleted'), role.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: roleKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">{t('Only a role that no user and no group has can be deleted.')}</Text>
      <Confirm change={remove} label={t('Delete role')} onClose={onClose} />
    </Stack>
  )
}
