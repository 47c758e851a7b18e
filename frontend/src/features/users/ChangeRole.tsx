import { Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role, type User } from '~/api/users'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { MEANING_OF_ROLE } from './roles'
import { useChangeUser } from './useChangeUser'

type ChangeRoleProps = { user: User; onClose: () => void }

export function ChangeRole({ user, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(user.role)
  const change = useChangeUser(user, (changed) => {
    notifyDone('Role changed', `${changed.username} is ${changed.role} now.`)
    onClose()
  })
  const takes = ROLES.indexOf(role) < ROLES.indexOf(user.role)
  return (
    <Stack gap="md">
      <Radio.Group label="Role" value={role}>
        <Stack gap="xs" mt={6}>
          {ROLES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={each}
              description={MEANING_OF_ROLE[each]}
              onChange={() => setRole(each)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">
        With another role {user.username}’s sessions, exports and running queries end at once
        {takes && ', and API tokens that would do more are revoked for good'}. Jobs go on.
      </Text>
      <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          Close
        </ActionButton>
        <ActionButton
          color={takes ? 'red' : undefined}
          loading={change.isPending}
          disabledReason={role === user.role ? 'This is the role already' : undefined}
          onClick={() => change.mutate({ role })}
        >
          Change role
        </ActionButton>
      </Group>
    </Stack>
  )
}
