import { IconShieldCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '~/api/auth'
import { Page } from '~/ui/Page'
import { EmptyState } from '~/ui/States'
import { RoleLimitsPanel } from './RoleLimitsPanel'
import { RulesPanel } from './RulesPanel'
import { WindowsPanel } from './WindowsPanel'

const PAGE = {
  title: 'Guard',
  description: 'Which jobs need a second person, when none may begin, and how much a role may do.',
}

export function GuardPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (me.role === 'viewer') {
    return (
      <Page {...PAGE}>
        <EmptyState icon={<IconShieldCheck size={24} />} title="The guard needs the role operator">
          Its rules name paths. Administrators make them.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page {...PAGE}>
      <RulesPanel isAdmin={me.role === 'admin'} />
      <WindowsPanel isAdmin={me.role === 'admin'} />
      <RoleLimitsPanel isAdmin={me.role === 'admin'} />
    </Page>
  )
}
