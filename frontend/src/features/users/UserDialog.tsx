import { Modal, Text } from '@mantine/core'
import type { User } from '~/api/users'
import { t } from '~/i18n/t'
import { ChangeAssignments } from './ChangeAssignments'
import { ChangeRole } from './ChangeRole'
import { ChangeState } from './ChangeState'
import { ChangeOwner, CreateServiceToken } from './ServiceDialogs'
import { SetPassword } from './SetPassword'
import { UserSessions } from './UserSessions'

export type UserDialogName =
  | 'role'
  | 'assignments'
  | 'password'
  | 'state'
  | 'sessions'
  | 'token'
  | 'owner'

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
      size={name === 'sessions' || name === 'assignments' ? 'lg' : 'md'}
      // A click beside the dialog must not lose a secret that is shown only once.
      closeOnClickOutside={name !== 'token'}
      title={<Text fw={620}>{name && user && titleOf(name, user)}</Text>}
    >
      {user && (
        <>
          {name === 'role' && <ChangeRole key={user.id} user={user} onClose={onClose} />}
          {name === 'assignments' && (
            <ChangeAssignments key={user.id} user={user} onClose={onClose} />
          )}
          {name === 'token' && <CreateServiceToken key={user.id} user={user} onClose={onClose} />}
          {name === 'owner' && <ChangeOwner key={user.id} user={user} onClose={onClose} />}
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
      return t('Role of {username}', { username: user.username })
    case 'assignments':
      return t('Further roles of {username}', { username: user.username })
    case 'token':
      return t('New token of {username}', { username: user.username })
    case 'owner':
      return t('Owner of {username}', { username: user.username })
    case 'password':
      return t('New password for {username}', { username: user.username })
    case 'sessions':
      return t('Where {username} is logged in', { username: user.username })
    case 'state':
      return user.is_active
        ? t('Deactivate {username}?', { username: user.username })
        : t('Reactivate {username}?', { username: user.username })
  }
}
