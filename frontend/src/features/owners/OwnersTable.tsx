import { Progress, Text } from '@mantine/core'
import { IconUserSquareRounded } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { OWNER_PAGE_ROWS, type Owner, type OwnerSort, type OwnersAnswer } from '~/api/owners'
import type { UsagePrice } from '~/api/usage'
import { formatCost } from '~/features/usage/wording'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { inSentence, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { type Direction, orderName, sortedHeader } from '~/ui/sorting'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { byNames, sortNames } from './wording'

const route = getRouteApi('/console/owners')
const ASCENDING: readonly OwnerSort[] = ['name', 'age']
const own = (sort: OwnerSort): Direction => (ASCENDING.includes(sort) ? 'asc' : 'desc')

/** All of them in the order of the server; each opens what it owns. */
export function OwnersTable({ owners }: { owners: UseQueryResult<OwnersAnswer> }) {
  const search = route.useSearch()
  const { whose: by = 'owner', sort = 'space', direction, cursor, name } = search
  const sorting = { sort, direction, own }
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = owners
  // Beside the details names need the room more.
  const roomy = name === undefined
  const price = roomy ? (data?.price ?? undefined) : undefined
  const column = (of: OwnerSort, label: string, more?: { width?: string; align?: 'right' }) => ({
    label,
    ...more,
    ...sortedHeader(of, sorting, (chosen, turned) =>
      navigate({
        search: (old) => ({ ...old, sort: chosen, direction: turned, cursor: undefined }),
        resetScroll: false,
      }),
    ),
  })
  const columns = [
    column('name', byNames()[by].one, { width: roomy ? '22%' : undefined }),
    { label: t('Share'), width: '14%' },
    column('space', t('Space'), { align: 'right' }),
    ...(roomy ? [column('length', t('Length'), { align: 'right' })] : []),
    column('files', t('Files'), { align: 'right' }),
    ...(roomy ? [{ label: t('Directories'), align: 'right' as const }] : []),
    ...(roomy ? [column('age', t('Mean change'))] : []),
    column('cold', t('Cold'), { align: 'right' }),
    ...(price ? [{ label: t('Cost a month'), align: 'right' as const }] : []),
  ]
  return (
    <TablePanel
      caption={t('{many} of the file system, {sortNames}', {
        many: byNames()[by].many,
        sortNames: orderName(sortNames(), sorting),
      })}
      columns={columns}
      compact={!roomy}
      stale={owners.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        owners.isError && !data ? (
          <ErrorState error={owners.error} onRetry={() => owners.refetch()} />
        ) : data?.items.length === 0 && cursor === undefined ? (
          <EmptyState
            icon={<IconUserSquareRounded size={24} />}
            title={t('Nobody owns anything yet')}
          />
        ) : undefined
      }
      footer={
        data && (
          <CursorPager
            cursor={cursor}
            nextCursor={data.next_cursor}
            shown={data.items.length}
            limit={OWNER_PAGE_ROWS}
            total={{ count: data.owners, exact: true }}
            noun={inSentence(byNames()[by].many)}
            onGo={(next, trail) =>
              navigate({
                search: (old) => ({ ...old, cursor: next }),
                state: { trail },
                resetScroll: false,
              })
            }
          />
        )
      }
    >
      {data ? (
        data.items.map((owner) => (
          <OwnerRow
            key={owner.name}
            owner={owner}
            search={{ ...search, name: owner.name }}
            price={price}
            roomy={roomy}
            selected={owner.name === name}
          />
        ))
      ) : (
        <SkeletonRows rows={8} columns={columns.length} />
      )}
    </TablePanel>
  )
}

type OwnerRowProps = {
  owner: Owner
  /** The address with its details open. */
  search: ReturnType<typeof route.useSearch>
  price: UsagePrice | undefined
  roomy: boolean
  selected: boolean
}

function OwnerRow({ owner, search, price, roomy, selected }: OwnerRowProps) {
  const { name, share, space_bytes, length_bytes, cold_share, cold_space_bytes } = owner
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/owners" search={search} resetScroll={false} fw={550} {...rowLinkProps}>
          {name}
        </TextLink>
      </Table.Td>
      <Table.Td>
        <div>
          <Text size="xs">{formatShare(share ?? 0, 1)}</Text>
          <Progress
            value={percentOf(share ?? 0, 1)}
            size={4}
            mt={3}
            aria-label={t('Share of {name}', { name })}
          />
        </div>
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(space_bytes)}>
        {formatBytes(space_bytes)}
      </Table.Td>
      {roomy && (
        <Table.Td ta="right" title={formatBytesExactly(length_bytes)}>
          {formatBytes(length_bytes)}
        </Table.Td>
      )}
      <Table.Td ta="right">{formatCount(owner.files)}</Table.Td>
      {roomy && <Table.Td ta="right">{formatCount(owner.directories)}</Table.Td>}
      {roomy && (
        <Table.Td>
          <Age time={owner.average_mtime} />
        </Table.Td>
      )}
      <Table.Td ta="right" title={formatBytesExactly(cold_space_bytes)}>
        {space_bytes > 0 ? formatShare(cold_share, 1) : '–'}
      </Table.Td>
      {price && (
        <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
          {formatCost(space_bytes, price)}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
