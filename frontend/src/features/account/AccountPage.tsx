import { Modal, Paper, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Me, meQuery } from '~/api/auth'
import { sessionsQuery } from '~/api/sessions'
import { type Ending, EndSessions } from '~/features/sessions/EndSessions'
import { SessionList } from '~/features/sessions/SessionList'
import { nameOfOrigin } from '~/features/users/roles'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Fact, Facts } from '~/ui/Facts'
import { Page } from '~/ui/Page'
import { Section } from '~/ui/Section'
import { permissionNames } from '~/ui/serverWords'
import { useLatched } from '~/ui/useLatched'
import { ChangePassword } from './ChangePassword'
import { ChooseLanguage } from './ChooseLanguage'

const route = getRouteApi('/console/account')

export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: sessions, isPending } = useQuery(sessionsQuery('own', cursor))
  const placed = useLatched(!isPending)
  const isAlone =
    cursor === undefined &&
    !sessions?.next_cursor &&
    sessions?.items.every((session) => session.is_current)
  const [ending, setEnding] = useState<Ending>()
  const close = () => setEnding(undefined)
  return (
    <Page
      title={t('Account')}
      description={t('You are {username}, with the role {role}. In HDFS you act as {hdfs_user}.', {
        username: me.username,
        role: me.role,
        hdfs_user: me.hdfs_user,
      })}
    >
      <Section
        title={t('Where you are logged in')}
        aside={
          <ActionButton
            variant="default"
            size="compact-sm"
            disabledReason={isAlone ? t('This browser is the only one') : undefined}
            onClick={() => setEnding('all')}
          >
            {t('End all others…')}
          </ActionButton>
        }
      >
        <SessionList
          of="own"
          cursor={cursor}
          onGo={(next, trail) => navigate({ search: { cursor: next }, state: { trail } })}
          onEnd={setEnding}
        />
      </Section>
      {placed && (
        <>
          <Limited me={me} />
          <Section title={t('Password')}>
            {me.origin === 'local' ? (
              <ChangePassword />
            ) : (
              <Text size="sm">
                {t(
                  'Your password and your groups are kept by your organisation ({origin}): change the password there. Your role follows the groups at each login.',
                  { origin: nameOfOrigin()[me.origin] },
                )}
              </Text>
            )}
          </Section>
          <ChooseLanguage />
        </>
      )}
      <Modal
        opened={ending !== undefined}
        onClose={close}
        title={
          <Text fw={620}>
            {ending === 'all' ? t('End all other sessions?') : t('End this session?')}
          </Text>
        }
      >
        {ending && <EndSessions of="own" ending={ending} onClose={close} />}
      </Modal>
    </Page>
  )
}

/** What this user may do below some paths alone; nothing where there is nothing of that kind. */
function Limited({ me }: { me: Me }) {
  const limited = me.permissions.filter((each) => each.paths !== null)
  if (limited.length === 0) return null
  return (
    <Section title={t('What you may do below some paths')}>
      <Paper p="md">
        <Facts>
          {limited.map(({ permission, paths }) => (
            <Fact key={permission} name={permissionNames()[permission]}>
              {paths?.join(', ')}
            </Fact>
          ))}
        </Facts>
      </Paper>
    </Section>
  )
}
