import { Paper, Progress, Table, Text } from '@mantine/core'
import type { ShardNode, ShardStore } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { Section } from '~/ui/Section'
import { TablePanel } from '~/ui/TablePanel'
import { formatRate } from './wording'

const columns = [
  { label: 'Thread' },
  { label: 'Node' },
  { label: 'Operations/s', align: 'right' as const },
  { label: 'Busy', width: '30%' },
]

/** Which of the cluster's threads have the work: one that has all of it bounds the whole store. */
export function NodesSection({ store, nodes }: { store: ShardStore; nodes: ShardNode[] }) {
  return (
    <Section title="Nodes and threads">
      {nodes.length > 0 ? (
        <TablePanel caption="Load of each node and thread" columns={columns}>
          {nodes.map((node) => (
            <NodeRows key={node.node_id} node={node} />
          ))}
        </TablePanel>
      ) : (
        <Paper p="md">
          <Text size="sm" c="dimmed">
            {store === 'embedded'
              ? 'The embedded store has no nodes: its shards are equal parts of the keys, all within the namenode.'
              : 'The cluster told nothing about its nodes in this time.'}
          </Text>
        </Paper>
      )}
    </Section>
  )
}

function NodeRows({ node }: { node: ShardNode }) {
  return (
    <>
      <Table.Tr>
        <Table.Td fw={550}>All threads</Table.Td>
        <Table.Td>Node {node.node_id}</Table.Td>
        <Table.Td ta="right">{formatRate(node.operations_per_s)}</Table.Td>
        <Table.Td />
      </Table.Tr>
      {node.threads.map(({ thread, operations_per_s, busy }) => (
        <Table.Tr key={thread}>
          <Table.Td>Thread {thread}</Table.Td>
          <Table.Td>Node {node.node_id}</Table.Td>
          <Table.Td ta="right">{formatRate(operations_per_s)}</Table.Td>
          <Table.Td>
            {busy === null ? (
              '–'
            ) : (
              <div>
                <Text size="xs">{formatPart(busy)}</Text>
                <Progress
                  value={busy * 100}
                  size={4}
                  mt={3}
                  aria-label={`Busy part of node ${node.node_id}, thread ${thread}`}
                />
              </div>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </>
  )
}
