import { IconShieldCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { perLanguage, t } from '~/i18n/t'
import { Page } from '~/ui/Page'
import { EmptyState } from '~/ui/States'
import { RoleLimitsPanel } from './RoleLimitsPanel'
import { RulesPanel } from './RulesPanel'
import { WindowsPanel } from './WindowsPanel'

const pageText = perLanguage(() => ({
  title: t('Guard'),
  description: t(
    'Which jobs need a second person, when none may begin, and how much a role may do.',
  ),
}))

export function GuardPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (!mayEverywhere(me, 'see_guard')) {
    return (
      <Page {...pageText()}>
        <EmptyState
          icon={<IconShieldCheck size={24} />}
          title={t('Your roles don’t show the guard')}
        >
          {t('Its rules name paths of everybody. Operators see them, administrators make them.')}
        </EmptyState>
      </Page>
    )
  }
  const isAdmin = mayEverywhere(me, 'manage_guard')
  return (
    <Page {...pageText()}>
      <RulesPanel isAdmin={isAdmin} />
      <WindowsPanel isAdmin={isAdmin} />
      <RoleLimitsPanel isAdmin={isAdmin} />
    </Page>
  )
}
