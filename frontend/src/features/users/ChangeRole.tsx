import { Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role, type User } from '~/api/users'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { meaningOfRole } from './roles'
import { useChangeUser } from './useChangeUser'

type ChangeRoleProps = { user: User; onClose: () => void }

export function ChangeRole({ user, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(user.role)
  const change = useChangeUser(user, (changed) => {
    notifyDone(
      t('Role changed'),
      t('{username} is {role} now.', { username: changed.username, role: changed.role }),
    )
    onClose()
  })
  const takes = ROLES.indexOf(role) < ROLES.indexOf(user.role)
  return (
    <Stack gap="md">
      <Radio.Group label={t('Role')} value={role}>
        <Stack gap="xs" mt={6}>
          {ROLES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={each}
              description={meaningOfRole()[each]}
              onChange={() => setRole(each)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">
        {t(
          'With another role {username}’s sessions, exports and running queries end at once{tokens}. Jobs go on.',
          {
            username: user.username,
            tokens: takes ? t(', and API tokens that would do more are revoked for good') : '',
          },
        )}
      </Text>
      <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Close')}
        </ActionButton>
        <ActionButton
          color={takes ? 'red' : undefined}
          loading={change.isPending}
          disabledReason={role === user.role ? t('This is the role already') : undefined}
          onClick={() => change.mutate({ role })}
        >
          {t('Change role')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
