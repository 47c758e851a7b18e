import { Progress, SegmentedControl, Text } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  USAGE_BYS,
  type UsageBy,
  type UsageGroup,
  type UsageMeasure,
  type UsagePrice,
  usageBreakdownQuery,
} from '~/api/usage'
import type { SearchAddress } from '~/features/search/filter'
import { narrowed } from '~/features/search/terms'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { byNames, formatCost, groupName } from './wording'

type BreakdownSectionProps = {
  path: string
  measure: UsageMeasure
  by: UsageBy
  onBy: (by: UsageBy) => void
}

/** All files below a directory by one of their properties; each group leads to a search for it. */
export function BreakdownSection({ path, measure, by, onBy }: BreakdownSectionProps) {
  const breakdown = useQuery(usageBreakdownQuery(path, by, measure))
  const onKeyDown = useRowKeys({})
  const { data } = breakdown
  const price = data?.price ?? undefined
  return (
    <Section
      title="All files below"
      aside={
        <SegmentedControl
          aria-label="Told apart by"
          size="xs"
          data={USAGE_BYS.map((each) => ({ value: each, label: byNames[each] }))}
          value={by}
          onChange={(chosen) => {
            const known = USAGE_BYS.find((each) => each === chosen)
            if (known) onBy(known)
          }}
        />
      }
    >
      <TablePanel
        caption={`Files below ${visibleName(path)} by ${byNames[by].toLowerCase()}`}
        columns={[
          { label: byNames[by] },
          { label: 'Share', width: '20%' },
          { label: 'Space', align: 'right' },
          { label: 'Length', align: 'right' },
          { label: 'Files', align: 'right' },
          ...(price ? [{ label: 'Cost a month', align: 'right' as const }] : []),
        ]}
        onKeyDown={onKeyDown}
        compact
        instead={
          breakdown.isError && !data ? (
            <ErrorState error={breakdown.error} onRetry={() => breakdown.refetch()} />
          ) : data?.groups.length === 0 ? (
            <EmptyState icon={<IconChartPie size={24} />} title="There are no files below" />
          ) : undefined
        }
      >
        {data ? (
          <>
            {data.groups.map((group) => (
              <GroupRow key={`${group.key}`} path={path} by={by} group={group} price={price} />
            ))}
            {data.others_count > 0 && (
              <Cells
                group={data.others}
                price={price}
                name={plural(data.others_count, 'other')}
                text={`${plural(data.others_count, 'other')} together`}
              />
            )}
          </>
        ) : (
          <SkeletonRows rows={4} columns={price ? 6 : 5} />
        )}
      </TablePanel>
      {by === 'type' && (
        <Text size="xs" c="dimmed">
          As policies want it: a file counts where its first replica belongs, its space where each
          does. Where replicas are is in{' '}
          <TextLink to="/reports" search={{ report: 'datanodes' }} underline="always">
            a report
          </TextLink>
          .
        </Text>
      )}
    </Section>
  )
}

type GroupRowProps = {
  path: string
  by: UsageBy
  group: UsageGroup
  price: UsagePrice | undefined
}

function GroupRow({ path, by, group, price }: GroupRowProps) {
  const name = groupName(by, group.key)
  const search = searchFor(path, by, group)
  return (
    <Cells
      group={group}
      price={price}
      name={name}
      text={
        search ? (
          <TextLink to="/search" search={search} fw={550} {...rowLinkProps}>
            {name}
          </TextLink>
        ) : (
          name
        )
      }
    />
  )
}

type CellsProps = {
  group: UsageGroup
  price: UsagePrice | undefined
  name: string
  text: ReactNode
}

function Cells({ group, price, name, text }: CellsProps) {
  return (
    <Table.Tr>
      <Table.Td>{text}</Table.Td>
      <Table.Td>
        <Text size="xs">{formatShare(group.share, 1)}</Text>
        <Progress value={group.share * 100} size={4} mt={3} aria-label={`Share of ${name}`} />
      </Table.Td>
      <Table.Td
        ta="right"
        title={formatBytesExactly(group.space_bytes)}
        style={{ whiteSpace: 'nowrap' }}
      >
        {formatBytes(group.space_bytes)}
      </Table.Td>
      <Table.Td
        ta="right"
        title={formatBytesExactly(group.length_bytes)}
        style={{ whiteSpace: 'nowrap' }}
      >
        {formatBytes(group.length_bytes)}
      </Table.Td>
      <Table.Td ta="right">{formatCount(group.files)}</Table.Td>
      {price && (
        <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
          {formatCost(group.space_bytes, price)}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

const DAY_MS = 24 * 3_600_000

/** The search that finds just these files; undefined where it has no words for them. */
export function searchFor(
  path: string,
  by: UsageBy,
  { key, mtime_from, mtime_before }: UsageGroup,
): SearchAddress | undefined {
  const files: SearchAddress = { path, kind: 'file' }
  if (key === null) return undefined
  switch (by) {
    case 'owner':
      return { ...files, owner: key }
    case 'group':
      return { ...files, group: key }
    case 'extension':
      return key === '' ? undefined : { ...files, q: narrowed('', 'ext', key) }
    case 'policy':
      return { ...files, q: narrowed('', 'policy', key) }
    case 'type':
      return key === 'DATABASE' ? { ...files, q: narrowed('', 'in', 'database') } : undefined
    case 'age':
      return {
        ...files,
        modified_from: mtime_from?.slice(0, 10),
        // The search's last day still counts.
        modified_to: mtime_before
          ? new Date(Date.parse(mtime_before) - DAY_MS).toISOString().slice(0, 10)
          : undefined,
      }
  }
}
