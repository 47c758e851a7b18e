import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { User } from '~/api/users'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { AssignmentFields } from './AssignmentFields'
import { describePlaces, type TypedAssignment, wanted } from './paths'
import { useChangeUser } from './useChangeUser'

type ChangeAssignmentsProps = { user: User; onClose: () => void }

/** What administrators gave, as the fields hold it. */
function typedOf(user: User): TypedAssignment[] {
  return user.assignments
    .filter((each) => each.group === null)
    .map(({ role, paths }, key) => ({ key, role, lines: (paths ?? []).join('\n') }))
}

/** Roles besides the one that a user has everywhere. */
export function ChangeAssignments({ user, onClose }: ChangeAssignmentsProps) {
  const [typed, setTyped] = useState(() => typedOf(user))
  const byGroups = user.assignments.filter((each) => each.group !== null)
  const change = useChangeUser(
    user,
    (changed) => {
      notifyDone(
        t('Roles changed'),
        t('{username} has them from now on.', { username: changed.username }),
      )
      onClose()
    },
    (before, now) =>
      setTyped((kept) =>
        JSON.stringify(kept.map(wanted)) === JSON.stringify(typedOf(before).map(wanted))
          ? typedOf(now)
          : kept,
      ),
  )
  return (
    <Stack gap="md">
      {user.role !== 'viewer' && (
        <Text size="sm">
          {t('{username} is {role} everywhere; what is given here comes on top.', {
            username: user.username,
            role: user.role,
          })}
        </Text>
      )}
      {byGroups.map(({ role, paths, group }) => (
        <Text key={`${group} ${role} ${paths}`} size="sm">
          <Trans
            message="{role} {paths}, given by the group {group}."
            values={{ role, paths: describePlaces(paths), group }}
          />
        </Text>
      ))}
      <AssignmentFields value={typed} onChange={setTyped} />
      <Text size="sm">
        {t(
          'With other rights {username}’s sessions, exports and running queries end at once. Jobs go on.',
          { username: user.username },
        )}
      </Text>
      <SaveRefusal error={change.error} reset={change.reset} edited={change.edited} />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Close')}
        </ActionButton>
        <ActionButton
          loading={change.isPending}
          onClick={() => change.mutate({ assignments: typed.map(wanted) })}
        >
          {t('Change roles')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
