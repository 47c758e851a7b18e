import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession, endSessions, type Session, type SessionsOf, sessionKeys } from '~/api/sessions'
import { formatBrowser } from '~/format/browser'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

/** What is to be ended: one session, or all (of one's own all but this one). */
export type Ending = Session | 'all'

type EndSessionsProps = { of: SessionsOf; ending: Ending; onClose: () => void }

/** The question before sessions end, with what follows from it. */
export function EndSessions({ of, ending, onClose }: EndSessionsProps) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: async () => {
      if (ending === 'all') return endSessions(of)
      await endSession(of, ending)
      return 1
    },
    onSuccess: (count) => {
      notifyDone(t('{count, plural, one {Session ended} other {# sessions ended}}', { count }))
      onClose()
    },
    // A session that is gone already is to leave the list, too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionKeys.all }),
  })
  return (
    <Stack gap="md">
      <Text size="sm">{consequence(of, ending)}</Text>
      {end.isError && <ErrorState error={end.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Keep {which}', { which: ending === 'all' ? t('them') : t('it') })}
        </ActionButton>
        <ActionButton color="red" loading={end.isPending} onClick={() => end.mutate()}>
          {ending === 'all' ? t('End sessions') : t('End session')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function consequence(of: SessionsOf, ending: Ending): string {
  const again = t('Who knows the password can log in again, and API tokens go on.')
  if (ending !== 'all') {
    const from = ending.address ? t(' from {address}', { address: ending.address }) : ''
    return t('{client}{from} is logged out at once. {again}', {
      client: formatBrowser(ending.client),
      from,
      again,
    })
  }
  return of === 'own'
    ? t('Every other browser in which you are logged in is logged out at once. {again}', { again })
    : t('Every browser in which {username} is logged in is logged out at once. {again}', {
        username: of.username,
        again,
      })
}
