import { Modal, Text } from '@mantine/core'
import type { User } from '~/api/users'
import { ChangeRole } from './ChangeRole'
import { ChangeState } from './ChangeState'
import { SetPassword } from './SetPassword'
import { UserSessions } from './UserSessions'

export type UserDialogName = 'role' | 'password' | 'state' | 'sessions'

type UserDialogProps = {
  name: UserDialogName | undefined
  user: User | undefined
  onClose: () => void
}

/** What can be done with a user, one dialog at a time. */
export function UserDialog({ name, user, onClose }: UserDialogProps) {
  return (
    <Modal
      opened={name !== undefined && user !== undefined}
      onClose={onClose}
      size={name === 'sessions' ? 'lg' : 'md'}
      title={<Text fw={620}>{name && user && titleOf(name, user)}</Text>}
    >
      {user && (
        <>
          {name === 'role' && <ChangeRole key={user.id} user={user} onClose={onClose} />}
          {name === 'password' && <SetPassword key={user.id} user={user} onClose={onClose} />}
          {name === 'state' && <ChangeState key={user.id} user={user} onClose={onClose} />}
          {name === 'sessions' && <UserSessions key={user.id} user={user} />}
        </>
      )}
    </Modal>
  )
}

function titleOf(name: UserDialogName, user: User): string {
  switch (name) {
    case 'role':
      return `Role of ${user.username}`
    case 'password':
      return `New password for ${user.username}`
    case 'sessions':
      return `Where ${user.username} is logged in`
    case 'state':
      return user.is_active ? `Deactivate ${user.username}?` : `Reactivate ${user.username}?`
  }
}
