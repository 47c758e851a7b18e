import { Text } from '@mantine/core'
import type { ActiveBlockReport, BlockReportPage } from '~/api/block-reports'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Datanode') },
  { label: t('State') },
  { label: t('Namenode') },
  { label: t('Asked') },
  { label: t('Assigned') },
])

/** Who reports to whom now, and who waits. */
export function ActiveReportsPanel({ page }: { page: BlockReportPage | undefined }) {
  return (
    <Section title={t('Under way and waiting')}>
      <TablePanel
        caption={t('Block reports under way and datanodes that wait for one')}
        columns={columns()}
        instead={
          page?.active.length === 0 ? (
            <Text size="sm" c="dimmed" p="sm">
              {t('No datanode reports or waits now.')}
            </Text>
          ) : undefined
        }
      >
        {page ? (
          page.active.map((active) => <ActiveRow key={active.datanode_uuid} active={active} />)
        ) : (
          <SkeletonRows rows={1} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function ActiveRow({ active }: { active: ActiveBlockReport }) {
  return (
    <Table.Tr>
      <Table.Td ff="monospace" fz="xs">
        {active.datanode_address ?? active.datanode_uuid}
      </Table.Td>
      <Table.Td>
        <StatusDot tone={active.waiting ? 'busy' : 'good'}>
          {active.waiting ? t('waiting') : t('reporting')}
        </StatusDot>
      </Table.Td>
      <Table.Td>{active.waiting ? '–' : (active.namenode ?? t('gone'))}</Table.Td>
      <Table.Td>
        <Age time={active.asked_at} />
      </Table.Td>
      <Table.Td>
        <Age time={active.assigned_at} />
      </Table.Td>
    </Table.Tr>
  )
}
