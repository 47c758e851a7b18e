import { Paper, Progress, Stack, Text } from '@mantine/core'
import type { ShardNode, ShardStore } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatBytes } from '~/format/bytes'
import { formatCount, percentOf } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { formatRate } from './wording'

const columns = perLanguage(() => [
  { label: t('Thread') },
  { label: t('Node') },
  { label: t('Operations/s'), align: 'right' as const },
  { label: t('Busy'), width: '30%' },
])

const linkColumns = perLanguage(() => [
  { label: t('Node') },
  { label: t('Sent'), align: 'right' as const },
  { label: t('Received'), align: 'right' as const },
  { label: t('Connections'), align: 'right' as const },
  { label: t('Overloads'), align: 'right' as const },
  { label: t('Slowdowns'), align: 'right' as const },
])

/** Which of the cluster's threads have the work: one that has all of it bounds the whole store. */
export function NodesSection({ store, nodes }: { store: ShardStore; nodes: ShardNode[] }) {
  return (
    <Section title={t('Nodes and threads')}>
      {nodes.length > 0 ? (
        <Stack gap="sm">
          <TablePanel caption={t('Load of each node and thread')} columns={columns()}>
            {nodes.map((node) => (
              <NodeRows key={node.node_id} node={node} />
            ))}
          </TablePanel>
          <TablePanel
            caption={t('What each node exchanged with the others')}
            columns={linkColumns()}
          >
            {nodes.map((node) => (
              <LinkRow key={node.node_id} node={node} />
            ))}
          </TablePanel>
        </Stack>
      ) : (
        <Paper p="md">
          <Text size="sm" c="dimmed">
            {store === 'embedded'
              ? t(
                  'The embedded store has no nodes: its shards are equal parts of the keys, all within the namenode.',
                )
              : t('The cluster told nothing about its nodes in this time.')}
          </Text>
        </Paper>
      )}
    </Section>
  )
}

/** Overloads and slowdowns are of the whole range: they are rare, and each one was felt. */
function LinkRow({ node: { node_id, traffic } }: { node: ShardNode }) {
  return (
    <Table.Tr>
      <Table.Td fw={550}>{t('Node {node_id}', { node_id })}</Table.Td>
      {traffic ? (
        <>
          <Table.Td ta="right">{formatBytes(traffic.sent_bytes_per_s)}/s</Table.Td>
          <Table.Td ta="right">{formatBytes(traffic.received_bytes_per_s)}/s</Table.Td>
          <Table.Td ta="right">{formatCount(traffic.connections)}</Table.Td>
          <Table.Td ta="right">{formatCount(traffic.overloads)}</Table.Td>
          <Table.Td ta="right">{formatCount(traffic.slowdowns)}</Table.Td>
        </>
      ) : (
        <Table.Td colSpan={linkColumns().length - 1}>
          {t('It told nothing of its connections.')}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function NodeRows({ node }: { node: ShardNode }) {
  return (
    <>
      <Table.Tr>
        <Table.Td fw={550}>{t('All threads')}</Table.Td>
        <Table.Td>{t('Node {node_id}', { node_id: node.node_id })}</Table.Td>
        <Table.Td ta="right">{formatRate(node.operations_per_s)}</Table.Td>
        <Table.Td />
      </Table.Tr>
      {node.threads.map(({ thread, operations_per_s, busy }) => (
        <Table.Tr key={thread}>
          <Table.Td>{t('Thread {thread}', { thread })}</Table.Td>
          <Table.Td>{t('Node {node_id}', { node_id: node.node_id })}</Table.Td>
          <Table.Td ta="right">{formatRate(operations_per_s)}</Table.Td>
          <Table.Td>
            {busy === null ? (
              '–'
            ) : (
              <div>
                <Text size="xs">{formatPart(busy)}</Text>
                <Progress
                  value={percentOf(busy, 1)}
                  size={4}
                  mt={3}
                  aria-label={t('Busy part of node {node_id}, thread {thread}', {
                    node_id: node.node_id,
                    thread,
                  })}
                />
              </div>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </>
  )
}
