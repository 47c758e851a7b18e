import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ShardBalance, Spread } from '~/api/spread'
import { formatRate } from '~/features/shards/wording'
import { formatCount, formatDecimal, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { Table } from '~/ui/Table'
import { noteTexts, placeWords } from './wording'

/** Where the children are, and what the other way would have done in the last minute. */
export function SpreadNotice({ spread }: { spread: Spread }) {
  const { children, other, changing, moved, counted, count_complete, now, after, notes } = spread
  const all = childrenWords(counted, count_complete)
  return (
    <Alert
      variant="light"
      color={notes.length > 0 ? 'orange' : 'moss'}
      icon={<IconInfoCircle size={18} />}
      title={
        changing
          ? t('Being moved: {moved} are {children}', {
              moved: formatCount(moved ?? 0),
              children: placeWords()[children],
            })
          : `${all}, ${placeWords()[children]}`
      }
    >
      <Stack gap={6}>
        <Text size="sm">
          {t('All of them would move, 200 at a time, to be {other}.', {
            other: placeWords()[other],
          })}
          {now && t(' In the last minute {now}.', { now: busiestWords(now) })}
          {after && t(' It would have been so that {after}.', { after: busiestWords(after) })}
        </Text>
        {notes.map((note) => (
          <Text key={note} size="sm" fw={550}>
            {noteTexts()[note]}
          </Text>
        ))}
        <ShardTable spread={spread} />
      </Stack>
    </Alert>
  )
}

function childrenWords(counted: number, complete: boolean): string {
  return complete
    ? plural(counted, 'child')
    : t('{count} or more children', { count: formatCount(counted) })
}

function busiestWords({ shard, rows_per_s, operations_per_s, imbalance }: ShardBalance): string {
  const rates = t('{rows_per_s} rows and {operations_per_s} operations a second', {
    rows_per_s: formatRate(rows_per_s),
    operations_per_s: formatRate(operations_per_s),
  })
  return t('the busiest shard, {shard}, had {rates}: {imbalance} times the mean', {
    shard,
    rates,
    imbalance: formatDecimal(imbalance, 1),
  })
}

function ShardTable({ spread: { shards } }: { spread: Spread }) {
  const rate = (value: number | null) => (value === null ? '–' : formatRate(value))
  return (
    <Table
      fz="xs"
      fixed
      horizontalSpacing={4}
      verticalSpacing={1}
      aria-label={t('Shards of the directory')}
    >
      <Table.Thead>
        <Table.Tr>
          {[t('Shard'), t('Children'), t('Then'), t('Rows/s'), t('Then')].map((label, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed, and two have one name
            <Table.Th key={place} scope="col" ta={place === 0 ? undefined : 'right'}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shards.map((each) => (
          <Table.Tr key={each.shard}>
            <Table.Td>{each.shard}</Table.Td>
            <Table.Td ta="right">{formatCount(each.children)}</Table.Td>
            <Table.Td ta="right">{formatCount(each.children_after)}</Table.Td>
            <Table.Td ta="right">{rate(each.rows_per_s)}</Table.Td>
            <Table.Td ta="right">{rate(each.rows_per_s_after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
