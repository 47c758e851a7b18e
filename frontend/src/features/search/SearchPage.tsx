import { Text, Tooltip } from '@mantine/core'
import { type UseQueryResult, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import {
  facetsQuery,
  SEARCH_PAGE_ROWS,
  type SearchAnswer,
  type SearchFacets,
  searchQuery,
} from '~/api/search'
import { EntryPanel } from '~/features/files/EntryPanel'
import { JobDialog } from '~/features/jobs/JobDialog'
import { formatCount } from '~/format/count'
import { parentOf } from '~/format/path'
import { formatDuration } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { tickedIds, toggledTick } from '~/ui/ticked'
import { ChosenValues } from './ChosenValues'
import { ExportDialog } from './ExportDialog'
import { FacetsPanel } from './FacetsPanel'
import { type Counting, countsRefetchMs, toggled } from './facets'
import { filterOf, isAsking, queryStringOf, type SearchAddress } from './filter'
import { MatchesTable } from './MatchesTable'
import { PrepareSaved } from './PrepareSaved'
import { SaveSearchDialog } from './SaveSearchDialog'
import { SearchForm } from './SearchForm'
import { SearchToolbar } from './SearchToolbar'

const route = getRouteApi('/console/search')

/** While someone looks at results they follow the index, as the rest of the console does. */
const REFETCH_MS = 5_000

export function SearchPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const asking = isAsking(address)
  const filter = filterOf(address)
  const answer = useQuery({
    ...searchQuery(filter),
    enabled: asking,
    refetchInterval: REFETCH_MS,
  })
  const facets = useQuery({
    ...facetsQuery(filter),
    enabled: asking,
    refetchInterval: ({ state }) => countsRefetchMs(answer.data, state.data),
  })
  const change = (values: SearchAddress) =>
    navigate({
      search: (old) => ({
        ...old,
        ...values,
        cursor: undefined,
        details: undefined,
        // What stands in the same place in another order is ticked still.
        ticked: 'sort' in values ? old.ticked : undefined,
      }),
      replace: true,
    })
  const narrow = (q: string) =>
    // A step that the way back undoes.
    navigate({
      search: (old) => ({
        ...old,
        q: q || undefined,
        cursor: undefined,
        details: undefined,
        ticked: undefined,
      }),
    })
  const show = (values: Pick<SearchAddress, 'columns' | 'details'>) =>
    navigate({ search: (old) => ({ ...old, ...values }), replace: true })
  // From the address as it is by then: ticks come faster than pages are drawn.
  const tick = (inodeId: number) =>
    navigate({
      search: (old) => ({ ...old, ticked: toggledTick(old.ticked, inodeId) }),
      replace: true,
    })
  const open = (dialog: SearchAddress['open']) =>
    navigate({ search: (old) => ({ ...old, open: dialog }), replace: dialog === undefined })
  const prepare = (job: SearchAddress['job']) =>
    navigate({ search: (old) => ({ ...old, job }), replace: job === undefined })
  const whole = { q: queryStringOf(address), sort: address.sort, onClose: () => open(undefined) }
  const data = asking ? answer.data : undefined
  const { details } = address
  const ticked = tickedIds(address.ticked)
  const counting = countingOf(facets)

  return (
    <Page title={t('Search')} aside={data && <IndexAge answer={data} />}>
      <SearchForm address={address} onChange={change} />
      <SearchToolbar
        username={me.username}
        address={address}
        answer={data}
        counting={counting}
        onSaved={(saved) => navigate({ search: saved })}
        onPrepareSaved={(saved) => navigate({ search: (old) => ({ ...old, saved }) })}
        onOpen={open}
        onJob={prepare}
        onChange={change}
        onColumns={(columns) => show({ columns })}
      />
      {asking && !answer.isError && (
        <>
          <ChosenValues query={address.q ?? ''} onChange={narrow} />
          <FacetsPanel
            counting={facets.data ? { at: 'counted', facets: facets.data } : counting}
            filter={filter}
            onRetry={() => facets.refetch()}
            onToggle={(dimension, value) => narrow(toggled(address.q ?? '', dimension, value))}
          />
        </>
      )}
      <DetailsLayout
        label={t('Details')}
        onClose={() => show({ details: undefined })}
        details={
          data &&
          details && (
            <EntryPanel
              path={details}
              withTrail
              onClose={() => show({ details: undefined })}
              onJob={(job) =>
                navigate({ to: '/files', search: { path: parentOf(details), details, job } })
              }
              onAct={(act) =>
                navigate({ to: '/files', search: { path: parentOf(details), details, act } })
              }
            />
          )
        }
      >
        <MatchesTable
          address={address}
          answer={answer}
          onPreview={(path) => show({ details: path })}
          onTick={tick}
          onQuery={(q) => change({ q })}
          onSort={(sort) => change({ sort })}
          onPage={(cursor, trail) =>
            navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
          }
        />
      </DetailsLayout>
      <SaveSearchDialog opened={address.open === 'save'} {...whole} />
      <ExportDialog opened={address.open === 'export'} {...whole} />
      <JobDialog
        kind={asking && address.saved === undefined ? address.job : undefined}
        target={ticked.length > 0 ? { at: 'inodes', ids: ticked } : { at: 'search', q: whole.q }}
        onClose={() => prepare(undefined)}
      />
      <PrepareSaved
        savedId={address.saved}
        kind={address.job}
        onKind={prepare}
        onClose={() =>
          navigate({
            search: (old) => ({ ...old, saved: undefined, job: undefined }),
            replace: true,
          })
        }
      />
      {data && data.items.length > 0 && (
        <Text size="xs" c="dimmed">
          {t(
            'Up to {SEARCH_PAGE_ROWS} matches per page. Select one to see it in its directory, or preview it here.',
            { SEARCH_PAGE_ROWS },
          )}
        </Text>
      )}
    </Page>
  )
}

/** The counts of this very search; those of the one before it are none. */
function countingOf(facets: UseQueryResult<SearchFacets>): Counting {
  if (facets.isError) return { at: 'failed', error: facets.error }
  if (!facets.data || facets.isPlaceholderData) return { at: 'counting' }
  return { at: 'counted', facets: facets.data }
}

function IndexAge({ answer }: { answer: SearchAnswer }) {
  const lag =
    answer.lag_ms < 1_000
      ? t('up to date')
      : t('{lag_ms} behind', { lag_ms: formatDuration(answer.lag_ms) })
  return (
    <Tooltip
      label={t('The index has seen every change up to sequence {sequence}', {
        sequence: formatCount(answer.as_of.sequence),
      })}
    >
      <Text size="xs" c="dimmed" component="span">
        <Trans
          message="Index {lag}, as of {age}"
          values={{ lag, age: <Age time={answer.as_of.time} /> }}
        />
      </Text>
    </Tooltip>
  )
}
