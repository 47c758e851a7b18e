import { ActionIcon, Badge, Menu, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { User } from '~/api/users'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { describePlaces } from './paths'
import { nameOfOrigin } from './roles'
import type { UserDialogName } from './UserDialog'

type UserEntryProps = { user: User; onOpen: (dialog: UserDialogName) => void }

export function UserRow({ user, onOpen }: UserEntryProps) {
  return (
    <Table.Tr>
      <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
        {user.username}
      </Table.Td>
      <Table.Td>
        <Roles user={user} />
      </Table.Td>
      <Table.Td>{nameOfOrigin()[user.origin]}</Table.Td>
      <Table.Td>{user.hdfs_user}</Table.Td>
      <Table.Td>
        <State user={user} />
      </Table.Td>
      <Table.Td>{user.last_login ? <Age time={user.last_login} /> : t('never')}</Table.Td>
      <Table.Td>
        <Age time={user.created_at} />
      </Table.Td>
      <Table.Td ta="right">
        <Actions user={user} onOpen={onOpen} />
      </Table.Td>
    </Table.Tr>
  )
}

export function ServiceRow({ user, onOpen }: UserEntryProps) {
  return (
    <Table.Tr>
      <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
        {user.username}
      </Table.Td>
      <Table.Td>
        <Roles user={user} />
      </Table.Td>
      <Table.Td>{user.owner}</Table.Td>
      <Table.Td>{user.hdfs_user}</Table.Td>
      <Table.Td>
        <State user={user} />
      </Table.Td>
      <Table.Td>{user.token_used_at ? <Age time={user.token_used_at} /> : t('never')}</Table.Td>
      <Table.Td>
        <Age time={user.created_at} />
      </Table.Td>
      <Table.Td ta="right">
        <ServiceActions user={user} onOpen={onOpen} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The role that holds everywhere, and further ones with where they do. */
function Roles({ user }: { user: User }) {
  const has = user.kind === 'person' || user.assignments.length === 0
  return (
    <Stack gap={4} align="flex-start">
      {has && <Badge color="gray">{user.role}</Badge>}
      {user.assignments.map(({ role, paths, group }) => (
        <Text key={`${role} ${paths} ${group}`} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {role} {describePlaces(paths)}
        </Text>
      ))}
    </Stack>
  )
}

function State({ user }: { user: User }) {
  return user.is_active ? (
    <StatusDot tone="good">{t('active')}</StatusDot>
  ) : (
    <StatusDot tone="off">{t('inactive')}</StatusDot>
  )
}

function Actions({ user, onOpen }: UserEntryProps) {
  const keptElsewhere = user.origin !== 'local'
  return (
    <Menu position="bottom-end" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {username}', { username: user.username })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {keptElsewhere && (
          <Menu.Label>
            {t('{origin} keeps the role and the password', { origin: nameOfOrigin()[user.origin] })}
          </Menu.Label>
        )}
        <Menu.Item disabled={keptElsewhere} onClick={() => onOpen('role')}>
          {t('Change role…')}
        </Menu.Item>
        <Menu.Item onClick={() => onOpen('assignments')}>{t('Further roles…')}</Menu.Item>
        <Menu.Item disabled={keptElsewhere} onClick={() => onOpen('password')}>
          {t('Set password…')}
        </Menu.Item>
        <Menu.Item onClick={() => onOpen('sessions')}>{t('Sessions…')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color={user.is_active ? 'red' : undefined} onClick={() => onOpen('state')}>
          {user.is_active ? t('Deactivate…') : t('Reactivate…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ServiceActions({ user, onOpen }: UserEntryProps) {
  return (
    <Menu position="bottom-end" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {username}', { username: user.username })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!user.is_active} onClick={() => onOpen('token')}>
          {t('New token…')}
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => <Link to="/tokens" search={{ of: 'everybody' }} {...props} />}
        >
          {t('Its tokens')}
        </Menu.Item>
        <Menu.Item onClick={() => onOpen('assignments')}>{t('Roles…')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('owner')}>{t('Change owner…')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color={user.is_active ? 'red' : undefined} onClick={() => onOpen('state')}>
          {user.is_active ? t('Deactivate…') : t('Reactivate…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
