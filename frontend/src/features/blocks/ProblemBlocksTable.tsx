import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  BLOCK_PAGE_ROWS,
  type BlockList,
  type ProblemBlock,
  problemBlocksQuery,
} from '~/api/blocks'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { BlockLink, FileLink } from './links'
import { describePriority, listLabels } from './wording'

const route = getRouteApi('/console/blocks')

const columns = perLanguage(() => [
  { label: t('File'), width: '44%' },
  { label: t('Block') },
  { label: t('State') },
  { label: t('Good'), align: 'right' as const },
  { label: t('Corrupt'), align: 'right' as const },
  { label: t('Since') },
])

export function ProblemBlocksTable({ list }: { list: Exclude<BlockList, 'corrupt'> }) {
  const { cursor, block } = route.useSearch()
  const navigate = route.useNavigate()
  const blocks = useQuery(problemBlocksQuery(list, { cursor }))
  const onKeyDown = useRowKeys({})
  return (
    <TablePanel
      caption={listLabels()[list]}
      columns={columns()}
      stale={blocks.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        blocks.isError && !blocks.data ? (
          <ErrorState error={blocks.error} onRetry={() => blocks.refetch()} />
        ) : blocks.data?.items.length === 0 ? (
          <EmptyState
            icon={<IconCircleCheck size={24} />}
            title={
              list === 'missing'
                ? t('No block is missing')
                : t('Every block is stored often enough')
            }
          >
            {list === 'missing'
              ? t('Each block has a good replica that can be read.')
              : t('Each block has as many good replicas as its file wants.')}
          </EmptyState>
        ) : undefined
      }
      footer={
        blocks.data && (
          <CursorPager
            cursor={cursor}
            nextCursor={blocks.data.next_cursor}
            shown={blocks.data.items.length}
            limit={BLOCK_PAGE_ROWS}
            noun={t('blocks')}
            onGo={(next, trail) =>
              navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
            }
          />
        )
      }
    >
      {blocks.data ? (
        blocks.data.items.map((each) => (
          <BlockRow key={each.block_id} block={each} selected={each.block_id === block} />
        ))
      ) : (
        <SkeletonRows rows={4} columns={columns().length} />
      )}
    </TablePanel>
  )
}

function BlockRow({ block, selected }: { block: ProblemBlock; selected: boolean }) {
  const { text, tone } = describePriority(block.priority)
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td maw={0}>
        <FileLink path={block.path} inodeId={block.inode_id} />
      </Table.Td>
      <Table.Td>
        <BlockLink blockId={block.block_id} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <StatusDot tone={tone}>{text}</StatusDot>
      </Table.Td>
      <Table.Td ta="right">
        {t('{live_replicas} of {wanted_replicas}', {
          live_replicas: block.live_replicas,
          wanted_replicas: block.wanted_replicas,
        })}
      </Table.Td>
      <Table.Td ta="right">
        <Text span inherit c={block.corrupt_replicas > 0 ? 'red' : undefined}>
          {block.corrupt_replicas}
        </Text>
      </Table.Td>
      <Table.Td>
        <Age time={block.since} />
      </Table.Td>
    </Table.Tr>
  )
}
