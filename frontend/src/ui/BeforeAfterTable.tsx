import { t } from '~/i18n/t'
import { Table } from './Table'

type BeforeAfterTableProps = {
  /** What the numbers are. */
  label: string
  rows: { label: string; was: string; is: string }[]
}

/** What a change brought about, in numbers. */
export function BeforeAfterTable({ label, rows }: BeforeAfterTableProps) {
  return (
    <Table fz="sm" verticalSpacing={4} aria-label={t('Before and after')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{label}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Before')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('After')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label: name, was, is }) => (
          <Table.Tr key={name}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
            <Table.Td ta="right">{was}</Table.Td>
            <Table.Td ta="right">{is}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
