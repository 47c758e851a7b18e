import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { User } from '~/api/users'
import { type Ending, EndSessions } from '~/features/sessions/EndSessions'
import { SessionList } from '~/features/sessions/SessionList'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'

/** A user's sessions, and the question before any of them ends. */
export function UserSessions({ user }: { user: User }) {
  const [cursor, setCursor] = useState<string>()
  const [ending, setEnding] = useState<Ending>()
  if (ending) {
    return <EndSessions of={user} ending={ending} onClose={() => setEnding(undefined)} />
  }
  return (
    <Stack gap="md">
      <SessionList of={user} cursor={cursor} onGo={setCursor} onEnd={setEnding} />
      <Group justify="flex-end">
        <ActionButton color="red" variant="light" onClick={() => setEnding('all')}>
          {t('End all sessions…')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
