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
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { inSentence, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { FilesMenu } from './GoOnMenu'
import { searchFor } from './searches'
import { isBelow, isOf, statementFor } from './statements'
import { byNames, formatCost, groupName } from './wording'

type BreakdownSectionProps = {
  path: string
  measure: UsageMeasure
  by: UsageBy
  onBy: (by: UsageBy) => void
}

/** All files below a directory by one of their properties; each group leads to its files. */
export function BreakdownSection({ path, measure, by, onBy }: BreakdownSectionProps) {
  const breakdown = useQuery(usageBreakdownQuery(path, by, measure))
  const onKeyDown = useRowKeys({})
  const { data } = breakdown
  const price = data?.price ?? undefined
  return (
    <Section
      title={t('All files below')}
      aside={
        <SegmentedControl
          aria-label={t('Told apart by')}
          size="xs"
          data={USAGE_BYS.map((each) => ({ value: each, label: byNames()[each] }))}
          value={by}
          onChange={(chosen) => {
            const known = USAGE_BYS.find((each) => each === chosen)
            if (known) onBy(known)
          }}
        />
      }
    >
      <TablePanel
        caption={t('Files below {path} by {by}', {
          path: visibleName(path),
          by: inSentence(byNames()[by]),
        })}
        columns={[
          { label: byNames()[by] },
          { label: t('Share'), width: '20%' },
          { label: t('Space'), align: 'right' },
          { label: t('Length'), align: 'right' },
          { label: t('Files'), align: 'right' },
          ...(price ? [{ label: t('Cost a month'), align: 'right' as const }] : []),
          { label: t('Go on'), hidden: true },
        ]}
        onKeyDown={onKeyDown}
        compact
        instead={
          breakdown.isError && !data ? (
            <ErrorState error={breakdown.error} onRetry={() => breakdown.refetch()} />
          ) : data?.groups.length === 0 ? (
            <EmptyState icon={<IconChartPie size={24} />} title={t('There are no files below')} />
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
                text={t('{others} together', { others: plural(data.others_count, 'other') })}
              />
            )}
          </>
        ) : (
          <SkeletonRows rows={4} columns={price ? 7 : 6} />
        )}
      </TablePanel>
      {by === 'type' && (
        <Text size="xs" c="dimmed">
          <Trans
            message="As policies want it: a file counts where its first replica belongs, its space where each does. Where replicas are is in <textlink>a report</textlink>."
            parts={{
              textlink: (text) => (
                <TextLink to="/reports" search={{ report: 'datanodes' }} underline="always">
                  {text}
                </TextLink>
              ),
            }}
          />
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
  const statement = statementFor(isBelow(path), isOf(by, group))
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
          <TextLink to="/sql" search={{ sql: statement }} {...rowLinkProps}>
            {name}
          </TextLink>
        )
      }
      menu={<FilesMenu name={name} search={search} statement={statement} />}
    />
  )
}

type CellsProps = {
  group: UsageGroup
  price: UsagePrice | undefined
  name: string
  text: ReactNode
  menu?: ReactNode
}

function Cells({ group, price, name, text, menu }: CellsProps) {
  return (
    <Table.Tr>
      <Table.Td>{text}</Table.Td>
      <Table.Td>
        <Text size="xs">{formatShare(group.share, 1)}</Text>
        <Progress
          value={percentOf(group.share, 1)}
          size={4}
          mt={3}
          aria-label={t('Share of {name}', { name })}
        />
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
      <Table.Td w={40} py={2}>
        {menu}
      </Table.Td>
    </Table.Tr>
  )
}
