import { Button, Group, Text, Tooltip } from '@mantine/core'
import { IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import { facetsQuery, SEARCH_PAGE_ROWS, searchQuery } from '~/api/search'
import { formatCount, plural } from '~/format/count'
import { formatDuration } from '~/format/time'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { ExportDialog } from './ExportDialog'
import { FacetsPanel } from './FacetsPanel'
import { narrowed, withTypos } from './facets'
import { filterOf, isAsking, queryStringOf, type SearchAddress } from './filter'
import { HIT_COLUMNS, HitRow } from './HitRow'
import { SavedSearches } from './SavedSearches'
import { SaveSearchDialog } from './SaveSearchDialog'
import { SearchForm, SearchOrder } from './SearchForm'

const route = getRouteApi('/console/search')

/** While someone looks at results they follow the index, as the rest of the console does. */
const REFETCH_MS = 5_000

export function SearchPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const asking = isAsking(address)
  const answer = useQuery({
    ...searchQuery(filterOf(address)),
    enabled: asking,
    refetchInterval: REFETCH_MS,
  })
  const facets = useQuery({ ...facetsQuery(filterOf(address)), enabled: asking })
  const onKeyDown = useRowKeys({})
  const change = (values: SearchAddress) =>
    navigate({ search: (old) => ({ ...old, ...values, cursor: undefined }), replace: true })
  const open = (dialog: SearchAddress['open']) =>
    navigate({ search: (old) => ({ ...old, open: dialog }), replace: dialog === undefined })
  const whole = { q: queryStringOf(address), sort: address.sort, onClose: () => open(undefined) }
  const data = asking ? answer.data : undefined

  return (
    <Page
      title="Search"
      aside={
        data && (
          <Tooltip
            label={`The index has seen every change up to sequence ${formatCount(data.as_of.sequence)}`}
          >
            <Text size="xs" c="dimmed" component="span">
              Index {lagText(data.lag_ms)}, as of <Age time={data.as_of.time} />
            </Text>
          </Tooltip>
        )
      }
    >
      <SearchForm address={address} facets={asking ? facets.data : undefined} onChange={change} />
      <Group justify="space-between" mih={30}>
        <Text size="sm" c="dimmed" role="status">
          {data &&
            (data.total_is_exact
              ? plural(data.total, 'match')
              : facets.data && !facets.isPlaceholderData
                ? plural(facets.data.total, 'match')
                : `At least ${formatCount(data.total)} matches`)}
        </Text>
        <Group gap="xs">
          <SavedSearches
            username={me.username}
            onOpen={({ q, sort }) =>
              navigate({ search: { q, sort: sort === 'relevance' ? undefined : sort } })
            }
          />
          {asking && (
            <>
              <Button variant="default" size="xs" onClick={() => open('save')}>
                Save…
              </Button>
              <Button variant="default" size="xs" onClick={() => open('export')}>
                Export…
              </Button>
              <SearchOrder address={address} onChange={change} />
            </>
          )}
        </Group>
      </Group>
      {asking && facets.data && (
        <FacetsPanel
          facets={facets.data}
          onNarrow={(dimension, value) =>
            change({ q: narrowed(address.q ?? '', dimension, value) })
          }
        />
      )}
      <TablePanel
        caption="Matches"
        columns={HIT_COLUMNS}
        stale={answer.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          !asking ? (
            <EmptyState icon={<IconSearch size={24} />} title="Find anything by name">
              Words may be anywhere in a name, in any order and case. Conditions can be typed, too:{' '}
              <code>
                size:&gt;1g mtime:&lt;now-1y owner:ana ext:csv policy:COLD xattr:team=blue -tmp
              </code>
            </EmptyState>
          ) : answer.isError && !answer.data ? (
            <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
          ) : data && data.items.length === 0 && !data.next_cursor ? (
            <EmptyState
              icon={<IconZoomQuestion size={24} />}
              title="Nothing matches"
              action={
                withTypos(address.q) && (
                  <Button variant="default" onClick={() => change({ q: withTypos(address.q) })}>
                    Look for similar names
                  </Button>
                )
              }
            >
              A file that was written moments ago appears as soon as the index has seen it; this
              page keeps looking.
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={address.cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              noun="matches on this page"
              onGo={(cursor, trail) =>
                navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((hit) => <HitRow key={hit.inode_id} hit={hit} />)
        ) : (
          <SkeletonRows rows={8} columns={HIT_COLUMNS.length} />
        )}
      </TablePanel>
      <SaveSearchDialog opened={address.open === 'save'} {...whole} />
      <ExportDialog opened={address.open === 'export'} {...whole} />
      {data && data.items.length > 0 && (
        <Group>
          <Text size="xs" c="dimmed">
            Up to {SEARCH_PAGE_ROWS} matches per page. Select one to see it in its directory.
          </Text>
        </Group>
      )}
    </Page>
  )
}

function lagText(lagMs: number): string {
  return lagMs < 1_000 ? 'up to date' : `${formatDuration(lagMs)} behind`
}
