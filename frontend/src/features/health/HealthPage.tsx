import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type HealthChecks, healthQuery } from '~/api/health'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { ChangesPanel } from './ChangesPanel'
import { ChecksPanel } from './ChecksPanel'
import { MuteDialog } from './MuteDialog'

const route = getRouteApi('/console/health')

export function HealthPage() {
  const { mute } = route.useSearch()
  const navigate = route.useNavigate()
  const health = useQuery(healthQuery())
  const known = health.data ?? (health.isError ? null : undefined)
  return (
    <Page
      title={t('Health')}
      description={t('What is wrong now, since when, and what to do about it.')}
      aside={<DataAge time={health.data?.as_of} refetching={health.isFetching} />}
    >
      {health.isError && <ErrorState error={health.error} onRetry={() => health.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Counts health={known} />
      </SimpleGrid>
      <ChecksPanel health={health} />
      <ChangesPanel checks={health.data?.items} />
      <MuteDialog
        check={health.data?.items.find((check) => check.key === mute)}
        onClose={() => navigate({ search: (old) => ({ ...old, mute: undefined }) })}
      />
    </Page>
  )
}

/** Null for the checks: nothing is known, and the error above says why. */
function Counts({ health }: { health: HealthChecks | null | undefined }) {
  const shown = (count: (health: HealthChecks) => number) =>
    health === null ? '–' : health && count(health)
  return (
    <>
      <Stat
        label={t('Errors')}
        value={shown(({ errors }) => errors)}
        tone={health?.errors ? 'bad' : undefined}
        hint={t('Something does not work, or data are out of reach')}
      />
      <Stat
        label={t('Warnings')}
        value={shown(({ warnings }) => warnings)}
        hint={t('Works, and wants somebody to look')}
      />
      <Stat
        label={t('Unknown')}
        value={shown(({ unknowns }) => unknowns)}
        hint={t('Could not be told; the reason says why')}
      />
      <Stat
        label={t('Muted')}
        value={shown(({ muted }) => muted)}
        hint={t('Looked at, and left out of the verdict')}
      />
    </>
  )
}
