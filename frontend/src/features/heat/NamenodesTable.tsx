import type { Heat } from '~/api/heat'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { formatTime, formatWaiting } from './wording'

const columns = perLanguage(() => [
  { label: t('Namenode') },
  { label: t('Calls'), align: 'right' as const },
  { label: t('Time'), align: 'right' as const },
  { label: t('Waiting'), align: 'right' as const },
  { label: t('Refused'), align: 'right' as const },
  { label: t('Rows'), align: 'right' as const },
  { label: t('Not counted'), align: 'right' as const },
])

/** How the calls are spread, and who did not answer. */
export function NamenodesTable({ heat }: { heat: Heat | undefined }) {
  return (
    <Section title={t('Namenodes')}>
      <TablePanel caption={t('Calls of each namenode')} columns={columns()}>
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
                <Table.Td colSpan={columns().length - 1}>
                  <StatusDot tone="bad">
                    {t('Did not answer; its calls are missing above')}
                  </StatusDot>
                </Table.Td>
              </Table.Tr>
            ))}
          </>
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}
