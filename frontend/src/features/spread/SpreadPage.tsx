import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { firstPath, maySomewhere, meQuery } from '~/api/auth'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { EmptyState } from '~/ui/States'
import { ChangesTable } from './ChangesTable'
import { RecordPanel } from './RecordPanel'
import { SpreadDialog } from './SpreadDialog'

const route = getRouteApi('/console/spread')
const aboutPage = perLanguage(() =>
  t('Children of a hot directory go to many shards, or back to one, while it is in use.'),
)

export function SpreadPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (maySomewhere(me, 'spread')) return <Changes />
  return (
    <Page title={t('Spread')} description={aboutPage()}>
      <EmptyState icon={<IconArrowsSplit2 size={24} />} title={t('Spread needs the role operator')}>
        {t('It names paths, whatever HDFS permissions say.')}
      </EmptyState>
    </Page>
  )
}

function Changes() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { path, change } = route.useSearch()
  const navigate = route.useNavigate()
  const openRecord = (id: number | undefined) =>
    navigate({
      search: (old) => ({ ...old, path: undefined, change: id }),
      resetScroll: false,
    })
  return (
    <Page
      title={t('Spread')}
      description={aboutPage()}
      aside={
        <ActionButton
          size="xs"
          onClick={() => navigate({ search: (old) => ({ ...old, path: firstPath(me, 'spread') }) })}
        >
          {t('Look at a directory')}
        </ActionButton>
      }
    >
      <DetailsLayout
        label={t('Record of a change')}
        half
        onClose={() => openRecord(undefined)}
        details={change !== undefined && <RecordPanel key={change} id={change} />}
      >
        <ChangesTable />
      </DetailsLayout>
      <SpreadDialog
        path={path}
        onClose={() => navigate({ search: (old) => ({ ...old, path: undefined }) })}
        onDone={({ id }) => openRecord(id)}
      />
    </Page>
  )
}
