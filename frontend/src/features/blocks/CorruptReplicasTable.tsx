import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BLOCK_PAGE_ROWS, type CorruptReplica, corruptReplicasQuery } from '~/api/blocks'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { BlockLink, FileLink } from './links'
import { listLabels, placeOf } from './wording'

const route = getRouteApi('/console/blocks')

const columns = perLanguage(() => [
  { label: t('File'), width: '36%' },
  { label: t('Block') },
  { label: t('Datanode') },
  { label: t('Why') },
  { label: t('Found') },
])

export function CorruptReplicasTable() {
  const { cursor, block } = route.useSearch()
  const navigate = route.useNavigate()
  const replicas = useQuery(corruptReplicasQuery({ cursor }))
  const onKeyDown = useRowKeys({})
  return (
    <TablePanel
      caption={listLabels().corrupt}
      columns={columns()}
      stale={replicas.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        replicas.isError && !replicas.data ? (
          <ErrorState error={replicas.error} onRetry={() => replicas.refetch()} />
        ) : replicas.data?.items.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={24} />} title={t('No replica is corrupt')}>
            {t('Readers and the datanodes’ scanners report what does not match its checksum.')}
          </EmptyState>
        ) : undefined
      }
      footer={
        replicas.data && (
          <CursorPager
            cursor={cursor}
            nextCursor={replicas.data.next_cursor}
            shown={replicas.data.items.length}
            limit={BLOCK_PAGE_ROWS}
            noun={t('replicas')}
            onGo={(next, trail) =>
              navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
            }
          />
        )
      }
    >
      {replicas.data ? (
        replicas.data.items.map((each) => (
          <CorruptRow
            key={`${each.block_id} ${each.replica.storage_id}`}
            corrupt={each}
            selected={each.block_id === block}
          />
        ))
      ) : (
        <SkeletonRows rows={4} columns={columns().length} />
      )}
    </TablePanel>
  )
}

function CorruptRow({ corrupt, selected }: { corrupt: CorruptReplica; selected: boolean }) {
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td maw={0}>
        <FileLink path={corrupt.path} inodeId={corrupt.inode_id} />
      </Table.Td>
      <Table.Td>
        <BlockLink blockId={corrupt.block_id} />
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {placeOf(corrupt.replica)}
      </Table.Td>
      <Table.Td>{corrupt.reason}</Table.Td>
      <Table.Td>
        <Age time={corrupt.reported_at} />
      </Table.Td>
    </Table.Tr>
  )
}
