import { Progress, Text } from '@mantine/core'
import type { OwnedBy } from '~/api/owners'
import type { UsageGroup, UsageMeasure, UsagePrice } from '~/api/usage'
import { FilesMenu } from '~/features/usage/GoOnMenu'
import { searchFor } from '~/features/usage/searches'
import { isOf, isOwnedBy, statementFor } from '~/features/usage/statements'
import {
  formatCost,
  formatMeasured,
  groupName,
  measured,
  measureNames,
} from '~/features/usage/wording'
import { formatShare, percentOf } from '~/format/count'
import { ROOT } from '~/format/path'
import { t } from '~/i18n/t'
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
        {t('No files.')}
      </Text>
    )
  return (
    <TablePanel
      caption={t('How old what {name} owns is', { name })}
      columns={[
        { label: t('Last changed'), width: '40%' },
        { label: t('Share'), width: '20%' },
        { label: measureNames()[measure], align: 'right' },
        ...(price ? [{ label: t('Cost a month'), align: 'right' as const }] : []),
        { label: t('Go on'), hidden: true },
      ]}
      onKeyDown={onKeyDown}
      compact
    >
      {ages.map((age) => {
        const words = groupName('age', age.key)
        const search = { ...searchFor(ROOT, 'age', age), ...searchOf(by, name), path: undefined }
        return (
          <Table.Tr key={age.key}>
            <Table.Td>
              <TextLink to="/search" search={search} {...rowLinkProps}>
                {words}
              </TextLink>
            </Table.Td>
            <Table.Td>
              <div>
                <Text size="xs">{formatShare(age.share, 1)}</Text>
                <Progress
                  value={percentOf(age.share, 1)}
                  size={4}
                  mt={3}
                  aria-label={t('Share of {words}', { words })}
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
            <Table.Td w={40} py={2}>
              <FilesMenu
                name={words}
                search={search}
                statement={statementFor(isOwnedBy(by, name), isOf('age', age))}
              />
            </Table.Td>
          </Table.Tr>
        )
      })}
    </TablePanel>
  )
}
