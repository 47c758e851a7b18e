import { Progress, Text } from '@mantine/core'
import type { OwnedBy } from '~/api/owners'
import type { UsageGroup, UsageMeasure, UsagePrice } from '~/api/usage'
import { searchFor } from '~/features/usage/BreakdownSection'
import {
  formatCost,
  formatMeasured,
  groupName,
  measured,
  measureNames,
} from '~/features/usage/wording'
import { formatShare } from '~/format/count'
import { ROOT } from '~/format/path'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { searchOf } from './wording'

type AgesTableProps = {
  ages: UsageGroup[]
  price: UsagePrice | undefined
  by: OwnedBy
  name: string
  measure: UsageMeasure
}

/** The files by the time since their last change; each age leads to the search for them. */
export function AgesTable({ ages, price, by, name, measure }: AgesTableProps) {
  const onKeyDown = useRowKeys({})
  if (ages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No files.
      </Text>
    )
  return (
    <TablePanel
      caption={`How old what ${name} owns is`}
      columns={[
        { label: 'Last changed', width: '40%' },
        { label: 'Share', width: '20%' },
        { label: measureNames[measure], align: 'right' },
        ...(price ? [{ label: 'Cost a month', align: 'right' as const }] : []),
      ]}
      onKeyDown={onKeyDown}
      compact
    >
      {ages.map((age) => {
        const words = groupName('age', age.key)
        return (
          <Table.Tr key={age.key}>
            <Table.Td>
              <TextLink
                to="/search"
                search={{ ...searchFor(ROOT, 'age', age), ...searchOf(by, name), path: undefined }}
                {...rowLinkProps}
              >
                {words}
              </TextLink>
            </Table.Td>
            <Table.Td>
              <div>
                <Text size="xs">{formatShare(age.share, 1)}</Text>
                <Progress
                  value={age.share * 100}
                  size={4}
                  mt={3}
                  aria-label={`Share of ${words}`}
                />
              </div>
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {formatMeasured(measured(age, measure), measure)}
            </Table.Td>
            {price && (
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatCost(age.space_bytes, price)}
              </Table.Td>
            )}
          </Table.Tr>
        )
      })}
    </TablePanel>
  )
}
