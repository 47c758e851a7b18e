import { Grid, Paper } from '@mantine/core'
import { useMemo } from 'react'
import type { StorageTypeUsage } from '~/api/datanodes'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { StackedChart } from '~/ui/StackedChart'
import { SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { otherBytes } from './wording'

const columns = perLanguage(() => [
  { label: t('Type') },
  { label: t('Storages'), align: 'right' as const },
  { label: t('Capacity'), align: 'right' as const },
  { label: t('Blocks'), align: 'right' as const },
  { label: t('Other files'), align: 'right' as const },
  { label: t('Free'), align: 'right' as const },
])

/** What each type of storage holds, as a chart and as numbers. */
export function TypeUsagePanel({ usage }: { usage: StorageTypeUsage[] | undefined }) {
  const { labels, series } = useMemo(
    () => ({
      labels: usage?.map((each) => each.type) ?? [],
      series: [
        { name: t('Blocks'), values: usage?.map((each) => each.used_bytes) ?? [] },
        { name: t('Other files'), values: usage?.map(otherBytes) ?? [] },
        { name: t('Free'), values: usage?.map((each) => each.remaining_bytes) ?? [] },
      ],
    }),
    [usage],
  )
  return (
    <Section title={t('Capacity by type of storage')}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Paper p="sm">
            <StackedChart
              title={t('Capacity by type of storage')}
              labels={labels}
              series={series}
              format={formatBytes}
              binary
            />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <TablePanel caption={t('Capacity by type of storage')} columns={columns()}>
            {usage ? (
              usage.map((each) => <UsageRow key={each.type} usage={each} />)
            ) : (
              <SkeletonRows rows={1} columns={columns().length} />
            )}
          </TablePanel>
        </Grid.Col>
      </Grid>
    </Section>
  )
}

function UsageRow({ usage }: { usage: StorageTypeUsage }) {
  const size = (bytes: number) => (
    <Table.Td ta="right" title={formatBytesExactly(bytes)}>
      {formatBytes(bytes)}
    </Table.Td>
  )
  return (
    <Table.Tr>
      <Table.Td fw={550}>{usage.type}</Table.Td>
      <Table.Td ta="right">
        {usage.storages}
        {usage.failed_storages > 0 &&
          t(' ({failed_storages} failed)', { failed_storages: usage.failed_storages })}
      </Table.Td>
      {size(usage.capacity_bytes)}
      {size(usage.used_bytes)}
      {size(otherBytes(usage))}
      {size(usage.remaining_bytes)}
    </Table.Tr>
  )
}
