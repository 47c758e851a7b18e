import { Code, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { firstPath, meQuery, refusalAt } from '~/api/auth'
import { type SmallFiles, smallFilesQuery } from '~/api/small-files'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort, formatShare } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import { useLatched } from '~/ui/useLatched'
import { ActivitySection } from './ActivitySection'
import { RoomNotice } from './RoomNotice'
import { SizesSection } from './SizesSection'
import { TakeInDialog } from './TakeInDialog'
import { totalsOf } from './wording'

const route = getRouteApi('/console/small-files')

export function SmallFilesPage() {
  const smallFiles = useQuery(smallFilesQuery())
  const { data } = smallFiles
  const { data: me } = useSuspenseQuery(meQuery())
  const first = firstPath(me, 'change_storage')
  const { path } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (at: string | undefined) =>
    navigate({ search: (old) => ({ ...old, path: at }), resetScroll: false })
  const placed = useLatched(!smallFiles.isPending)
  return (
    <Page
      title={t('Small files')}
      description={t(
        'Files of at most 64 KiB may have their bytes in the database instead of in blocks.',
      )}
      aside={
        <>
          <DataAge time={data?.as_of} refetching={smallFiles.isFetching} />
          <ActionButton
            size="xs"
            disabledReason={refusalAt(me, ['change_storage'], first)}
            onClick={() => open(first)}
          >
            {t('Take in small files')}…
          </ActionButton>
        </>
      }
    >
      <RoomNotice />
      {smallFiles.isError && (
        <ErrorState error={smallFiles.error} onRetry={() => smallFiles.refetch()} />
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <SmallFileStats smallFiles={data ?? (smallFiles.isError ? null : undefined)} />
      </SimpleGrid>
      {placed && (
        <>
          <SizesSection counts={data?.counts} />
          <ActivitySection activity={data?.activity} />
          <Text size="sm" c="dimmed" component="div">
            <Trans
              message="A directory takes part once it has the storage policy DB: <code>hdfs storagepolicies -setStoragePolicy -path DIR -policy DB</code>. Files that are written then go into the database; a job, from here or by <code>bin/warren jobs take-in DIR</code>, moves those that are there already."
              parts={{ code: (text) => <Code>{text}</Code> }}
            />
          </Text>
        </>
      )}
      <TakeInDialog path={path} onClose={() => open(undefined)} />
    </Page>
  )
}

/** Null for the files: nothing is known, and the error says why. */
function SmallFileStats({ smallFiles }: { smallFiles: SmallFiles | null | undefined }) {
  const counts = smallFiles?.counts
  const totals = totalsOf(counts?.classes ?? [])
  const counted = (count: number) =>
    smallFiles === undefined ? undefined : counts ? formatCountShort(count) : '–'
  const bytes = (length: number) =>
    counts && <span title={formatBytesExactly(length)}>{formatBytes(length)}</span>
  return (
    <>
      <Stat
        label={t('In the database')}
        value={counted(totals.files_in_database)}
        title={formatCount(totals.files_in_database)}
        hint={
          counts && (
            <>
              {bytes(totals.bytes_in_database)} ·{' '}
              <TextLink to="/search" search={{ q: 'in:database' }}>
                {t('show them')}
              </TextLink>
            </>
          )
        }
      />
      <Stat
        label={t('A take-in would move')}
        value={counted(totals.files_to_take_in)}
        title={formatCount(totals.files_to_take_in)}
        hint={
          counts && (
            <Trans
              message="{bytes_to_take_in}, under the policy DB"
              values={{ bytes_to_take_in: bytes(totals.bytes_to_take_in) }}
            />
          )
        }
      />
      <Stat
        label={t('Under any policy')}
        value={counted(totals.files_that_fit)}
        title={formatCount(totals.files_that_fit)}
        hint={
          counts && (
            <Trans
              message="{bytes_that_fit} more would fit by their length"
              values={{ bytes_that_fit: bytes(totals.bytes_that_fit) }}
            />
          )
        }
      />
      <RoomStat smallFiles={smallFiles} />
    </>
  )
}

function RoomStat({ smallFiles }: { smallFiles: SmallFiles | null | undefined }) {
  const room = smallFiles?.room
  if (!room) {
    return (
      <Stat
        label={t('Room used')}
        value={smallFiles === undefined ? undefined : '–'}
        hint={smallFiles && t('The namenodes don’t tell it')}
      />
    )
  }
  return (
    <Stat
      label={t('Room used')}
      value={formatShare(room.used_bytes, room.size_bytes)}
      hint={t('{used_bytes} of {size_bytes}', {
        used_bytes: formatBytes(room.used_bytes),
        size_bytes: formatBytes(room.size_bytes),
      })}
    />
  )
}
