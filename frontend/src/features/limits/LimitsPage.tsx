import { IconHandStop } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type LimitInForce, limitsQuery } from '~/api/limits'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState } from '~/ui/States'
import { useLatched } from '~/ui/useLatched'
import { ChangesTable } from './ChangesTable'
import { InForceTable } from './InForceTable'
import { LiftDialog } from './LiftDialog'
import { LimitDialog } from './LimitDialog'
import { RecordPanel } from './RecordPanel'

const route = getRouteApi('/console/limits')
const aboutPage = perLanguage(() =>
  t('Who may make only so many calls, and what that brought about.'),
)

export function LimitsPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'limits')) return <Limits />
  return (
    <Page title={t('Limits')} description={aboutPage()}>
      <EmptyState icon={<IconHandStop size={24} />} title={t('Limits need the role operator')}>
        {t('They name users and their machines.')}
      </EmptyState>
    </Page>
  )
}

function Limits() {
  const { kind, name, change } = route.useSearch()
  const navigate = route.useNavigate()
  const limits = useQuery(limitsQuery())
  const placed = useLatched(!limits.isPending)
  const [lifted, setLifted] = useState<LimitInForce>()
  const openRecord = (id: number | undefined) =>
    navigate({
      search: (old) => ({ ...old, kind: undefined, name: undefined, change: id }),
      resetScroll: false,
    })
  return (
    <Page
      title={t('Limits')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={limits.data?.as_of} refetching={limits.isFetching} />
          <ActionButton
            size="xs"
            onClick={() =>
              navigate({ search: (old) => ({ ...old, kind: 'user', name: undefined }) })
            }
          >
            {t('Limit someone')}
          </ActionButton>
        </>
      }
    >
      {limits.isError && limits.data && (
        <ErrorState error={limits.error} onRetry={() => limits.refetch()} />
      )}
      <InForceTable limits={limits} onLift={setLifted} />
      <DetailsLayout
        label={t('Record of a change')}
        half
        onClose={() => openRecord(undefined)}
        details={change !== undefined && <RecordPanel key={change} id={change} />}
      >
        {placed && <ChangesTable />}
      </DetailsLayout>
      <LimitDialog
        whom={kind && { kind, name: name ?? '' }}
        onClose={() =>
          navigate({ search: (old) => ({ ...old, kind: undefined, name: undefined }) })
        }
        onDone={({ id }) => openRecord(id)}
      />
      <LiftDialog
        limit={lifted}
        onClose={() => setLifted(undefined)}
        onDone={({ id }) => {
          setLifted(undefined)
          openRecord(id)
        }}
      />
    </Page>
  )
}
