import { Select, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Me, mayEverywhere, maySomewhere, meQuery } from '~/api/auth'
import {
  TRASH_AGES,
  TRASH_SORTS,
  type TrashPage as Trash,
  type TrashSort,
  trashQuery,
} from '~/api/trash'
import { JobDialog } from '~/features/jobs/JobDialog'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Filters } from '~/ui/Filters'
import { Page } from '~/ui/Page'
import { SortSelect } from '~/ui/SortSelect'
import { Stat } from '~/ui/Stat'
import { TypedInput } from '~/ui/TypedInput'
import { tickedIds } from '~/ui/ticked'
import { TickedActions } from './TickedActions'
import { TrashTable } from './TrashTable'
import { ageNames, sortNames } from './wording'

const route = getRouteApi('/console/trash')
const ages = TRASH_AGES.map((age) => ({ value: age, label: ageNames()[age] }))

export function TrashPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { prefix, age, sort = 'time', direction, cursor, path, job, ...search } = route.useSearch()
  // Whoever sees the trashes of others by HDFS alone would page through all that is hidden.
  const user = search.user ?? (maySomewhere(me, 'see_all') ? undefined : me.hdfs_user)
  const navigate = route.useNavigate()
  const trash = useQuery(trashQuery({ user, prefix, age, sort, direction, cursor }))
  const { data } = trash
  const filters = [search.user, prefix, age].filter(Boolean).length
  const sorts = sortsOf(me)
  const ticked = tickedIds(search.ticked)
  return (
    <Page
      title={t('Trash')}
      description={t(
        'What was deleted, by whom and when, and can be restored until it is emptied.',
      )}
      aside={<DataAge time={data?.as_of.time} refetching={trash.isFetching} />}
    >
      {data?.counts !== null && <TrashStats counts={data?.counts} />}
      <Filters set={filters}>
        <TypedInput
          label={t('Was at a path that begins with')}
          placeholder="/data/"
          mono
          value={prefix}
          onChange={(typed) =>
            navigate({
              search: (old) => ({ ...old, prefix: typed, cursor: undefined, ticked: undefined }),
              replace: true,
            })
          }
          w={320}
        />
        <TypedInput
          label={t('Deleted by')}
          placeholder={t('Anybody')}
          value={user}
          onChange={(typed) =>
            navigate({
              search: (old) => ({ ...old, user: typed, cursor: undefined, ticked: undefined }),
              replace: true,
            })
          }
          w={160}
        />
        <Select
          label={t('When')}
          placeholder={t('Any time')}
          data={ages}
          value={age ?? null}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({
                ...old,
                age: chosen ?? undefined,
                cursor: undefined,
                ticked: undefined,
              }),
            })
          }
          clearable
          size="xs"
          w={190}
        />
        <SortSelect
          sorts={sorts}
          names={sortNames()}
          value={sort}
          onChange={(by) =>
            navigate({
              search: (old) => ({ ...old, sort: by, direction: undefined, cursor: undefined }),
            })
          }
        />
      </Filters>
      <TickedActions
        count={ticked.length}
        onJob={(chosen) =>
          navigate({ search: (old) => ({ ...old, path: undefined, job: chosen }) })
        }
        onClear={() =>
          navigate({ search: (old) => ({ ...old, ticked: undefined }), replace: true })
        }
      />
      <TrashTable trash={trash} sorts={sorts} filtered={filters > 0} />
      {!trash.isPending && (
        <Text size="xs" c="dimmed">
          {t(
            'Each entry is what was deleted, with all that was in it. Directories that the trash made above it are left out. Where the changes that are kept (of 30 days, the last five million) don’t tell them apart any more, such a directory may stand here with what is in it.',
          )}
        </Text>
      )}
      <JobDialog
        kind={path === undefined && ticked.length === 0 ? undefined : job}
        target={path === undefined ? { at: 'trashed', ids: ticked } : { at: 'path', path }}
        onClose={() =>
          navigate({
            search: (old) => ({ ...old, path: undefined, job: undefined }),
            replace: true,
          })
        }
      />
    </Page>
  )
}

/** Orders that tell nothing of what a user does not see. */
function sortsOf(me: Me): readonly TrashSort[] {
  if (!mayEverywhere(me, 'see_all')) return ['time']
  return TRASH_SORTS.filter((each) => each !== 'size' || mayEverywhere(me, 'see_usage'))
}

function TrashStats({ counts }: { counts: Trash['counts'] | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Stat
        label={t('Deleted entries')}
        value={counts && formatCount(counts.entries)}
        hint={t('With all that was in them')}
      />
      <Stat
        label={t('In trashes of')}
        value={counts && formatCount(counts.users)}
        hint={t('Users of the file system')}
      />
      <Stat
        label={t('Files')}
        value={counts && formatCount(counts.files)}
        hint={t('At any depth')}
      />
      <Stat
        label={t('Space')}
        value={counts && formatBytes(counts.space_bytes)}
        title={counts ? formatBytesExactly(counts.space_bytes) : undefined}
        hint={
          counts &&
          t('{length_bytes} without replicas', { length_bytes: formatBytes(counts.length_bytes) })
        }
      />
    </SimpleGrid>
  )
}
