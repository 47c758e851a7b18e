import { Group, Stack, Text } from '@mantine/core'
import type { User } from '~/api/users'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { useChangeUser } from './useChangeUser'

type ChangeStateProps = { user: User; onClose: () => void }

/** Deactivates a user, or lets one back in. */
export function ChangeState({ user, onClose }: ChangeStateProps) {
  const change = useChangeUser(user, (changed) => {
    notifyDone(changed.is_active ? t('User reactivated') : t('User deactivated'), changed.username)
    onClose()
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        {user.is_active
          ? t(
              '{username} is logged out everywhere and can’t log in any more. All API tokens are revoked for good, exports are deleted and running queries end. Jobs go on.',
              { username: user.username },
            )
          : t(
              '{username} can log in again with the former password, {role}. Tokens that were revoked do not come back.',
              {
                username: user.username,
                role:
                  user.origin === 'local'
                    ? t('as {role}', { role: user.role })
                    : t('with the role that the groups give'),
              },
            )}
      </Text>
      <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Leave as it is')}
        </ActionButton>
        <ActionButton
          color={user.is_active ? 'red' : undefined}
          loading={change.isPending}
          onClick={() => change.mutate({ is_active: !user.is_active })}
        >
          {user.is_active ? t('Deactivate user') : t('Reactivate user')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
