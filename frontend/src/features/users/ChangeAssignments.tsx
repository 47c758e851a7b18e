import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { User } from '~/api/users'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { AssignmentFields } from './AssignmentFields'
import { describePlaces, type TypedAssignment, wanted } from './paths'
import { useChangeUser } from './useChangeUser'

type ChangeAssignmentsProps = { user: User; onClose: () => void }

/** Roles besides the one that a user has everywhere. */
export function ChangeAssignments({ user, onClose }: ChangeAssignmentsProps) {
  const [typed, setTyped] = useState<TypedAssignment[]>(() =>
    user.assignments
      .filter((each) => each.group === null)
      .map(({ role, paths }, key) => ({ key, role, lines: (paths ?? []).join('\n') })),
  )
  const byGroups = user.assignments.filter((each) => each.group !== null)
  const change = useChangeUser(user, (changed) => {
    notifyDone('Roles changed', `${changed.username} has them from now on.`)
    onClose()
  })
  return (
    <Stack gap="md">
      {user.role !== 'viewer' && (
        <Text size="sm">
          {user.username} is {user.role} everywhere; what is given here comes on top.
        </Text>
      )}
      {byGroups.map(({ role, paths, group }) => (
        <Text key={`${group} ${role} ${paths}`} size="sm">
          {role} {describePlaces(paths)}, given by the group {group}.
        </Text>
      ))}
      <AssignmentFields value={typed} onChange={setTyped} />
      <Text size="sm">
        With other rights {user.username}’s sessions, exports and running queries end at once. Jobs
        go on.
      </Text>
      {change.isError && <ErrorState error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          Close
        </ActionButton>
        <ActionButton
          loading={change.isPending}
          onClick={() => change.mutate({ assignments: typed.map(wanted) })}
        >
          Change roles
        </ActionButton>
      </Group>
    </Stack>
  )
}
