import { IconCamera, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery, refusalAnywhere, refusalAt } from '~/api/auth'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Page } from '~/ui/Page'
import { ComparisonSection } from './ComparisonSection'
import { DirectoriesSection } from './DirectoriesSection'
import { RestoresSection } from './RestoresSection'
import { SnapshotDialogs } from './SnapshotDialogs'
import { SnapshotsSection } from './SnapshotsSection'

const route = getRouteApi('/console/snapshots')

export function SnapshotsPage() {
  const { path, earlier } = route.useSearch()
  return (
    <Page
      title={t('Snapshots')}
      description={t(
        'Directories as they were: what a snapshot holds stays readable, whatever happens to the files.',
      )}
      aside={<PageAction path={path} />}
    >
      {path === undefined ? (
        <DirectoriesSection />
      ) : (
        <>
          <SnapshotsSection path={path} />
          {earlier !== undefined && <ComparisonSection path={path} earlier={earlier} />}
          <RestoresSection path={path} />
        </>
      )}
      <SnapshotDialogs />
    </Page>
  )
}

/** What can be begun here: another snapshottable directory, or another snapshot of this one. */
function PageAction({ path }: { path: string | undefined }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const navigate = route.useNavigate()
  return path === undefined ? (
    <ActionButton
      size="xs"
      leftSection={<IconPlus size={14} />}
      disabledReason={refusalAnywhere(me, 'snapshots')}
      onClick={() => navigate({ search: (old) => ({ ...old, open: 'allow' }) })}
    >
      {t('Allow snapshots')}
    </ActionButton>
  ) : (
    <ActionButton
      size="xs"
      leftSection={<IconCamera size={14} />}
      disabledReason={refusalAt(me, ['snapshots'], path)}
      onClick={() => navigate({ search: (old) => ({ ...old, open: 'take', about: path }) })}
    >
      {t('Take a snapshot')}
    </ActionButton>
  )
}
