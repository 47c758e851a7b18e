import type { Heat } from '~/api/heat'
import { formatCount } from '~/format/count'
import { Section } from '~/ui/Section'
import { SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { formatTime, formatWaiting } from './wording'

const columns = [
  { label: 'Namenode' },
  { label: 'Calls', align: 'right' as const },
  { label: 'Time', align: 'right' as const },
  { label: 'Waiting', align: 'right' as const },
  { label: 'Refused', align: 'right' as const },
  { label: 'Rows', align: 'right' as const },
  { label: 'Not counted', align: 'right' as const },
]

/** How the calls are spread, and who did not answer. */
export function NamenodesTable({ heat }: { heat: Heat | undefined }) {
  return (
    <Section title="Namenodes">
      <TablePanel caption="Calls of each namenode" columns={columns}>
        {heat ? (
          <>
            {heat.namenodes.map((each) => (
              <Table.Tr key={each.namenode}>
                <Table.Td>{each.namenode}</Table.Td>
                <Table.Td ta="right">{formatCount(each.calls)}</Table.Td>
                <Table.Td ta="right">{formatTime(each.time_ms)}</Table.Td>
                <Table.Td ta="right">{formatWaiting(each)}</Table.Td>
                <Table.Td ta="right">{formatCount(each.refused)}</Table.Td>
                <Table.Td ta="right">{formatCount(each.rows)}</Table.Td>
                <Table.Td ta="right">{formatCount(each.not_counted)}</Table.Td>
              </Table.Tr>
            ))}
            {heat.silent.map((address) => (
              <Table.Tr key={address}>
                <Table.Td>{address}</Table.Td>
                <Table.Td colSpan={columns.length - 1}>
                  <StatusDot tone="bad">Did not answer; its calls are missing above</StatusDot>
                </Table.Td>
              </Table.Tr>
            ))}
          </>
        ) : (
          <SkeletonRows rows={2} columns={columns.length} />
        )}
      </TablePanel>
    </Section>
  )
}
