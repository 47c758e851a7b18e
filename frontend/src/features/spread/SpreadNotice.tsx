import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ShardBalance, Spread } from '~/api/spread'
import { formatRate } from '~/features/shards/wording'
import { formatCount } from '~/format/count'
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
          ? `Being moved: ${formatCount(moved ?? 0)} are ${placeWords[children]}`
          : `${all}, ${placeWords[children]}`
      }
    >
      <Stack gap={6}>
        <Text size="sm">
          {`All of them would move, 200 at a time, to be ${placeWords[other]}.`}
          {now && ` In the last minute ${busiestWords(now)}.`}
          {after && ` It would have been so that ${busiestWords(after)}.`}
        </Text>
        {notes.map((note) => (
          <Text key={note} size="sm" fw={550}>
            {noteTexts[note]}
          </Text>
        ))}
        <ShardTable spread={spread} />
      </Stack>
    </Alert>
  )
}

function childrenWords(counted: number, complete: boolean): string {
  const more = complete ? '' : ' or more'
  return `${formatCount(counted)}${more} ${counted === 1 && complete ? 'child' : 'children'}`
}

function busiestWords({ shard, rows_per_s, operations_per_s, imbalance }: ShardBalance): string {
  const rates = `${formatRate(rows_per_s)} rows and ${formatRate(operations_per_s)} operations a second`
  return `the busiest shard, ${shard}, had ${rates}: ${imbalance.toFixed(1)} times the mean`
}

function ShardTable({ spread: { shards } }: { spread: Spread }) {
  const rate = (value: number | null) => (value === null ? '–' : formatRate(value))
  return (
    <Table
      fz="xs"
      fixed
      horizontalSpacing={4}
      verticalSpacing={1}
      aria-label="Shards of the directory"
    >
      <Table.Thead>
        <Table.Tr>
          {['Shard', 'Children', 'Then', 'Rows/s', 'Then'].map((label, place) => (
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
