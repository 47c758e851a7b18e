import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type TableHead, tableQuery } from '~/api/namespace'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { distinctLabels } from '~/ui/distinctLabels'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

/** What the first bytes of Parquet, ORC and Avro files are, as hexadecimal digits. */
const MARKS = ['50415231', '4f5243', '4f626a01']
const NUMERIC = /^(u?int|long|float|double|halffloat|decimal)/

const forms = perLanguage(() => ({
  parquet: t('A Parquet file'),
  orc: t('An ORC file'),
  avro: t('An Avro file'),
}))

/** Whether a file says by its first bytes that it is a table. */
export function isTable(hex: string | null): boolean {
  return hex !== null && MARKS.some((mark) => hex.startsWith(mark))
}

/** Columns and first rows of a file, for those who may read it in HDFS. */
export function FileTable({ path }: { path: string }) {
  const table = useQuery(tableQuery(path))
  const { data } = table
  return (
    <Section
      title={t('Columns and first rows')}
      aside={data && <DataAge time={data.as_of} refetching={table.isFetching} />}
    >
      {table.isError && !data && <ErrorState error={table.error} onRetry={() => table.refetch()} />}
      {table.isPending && <Skeleton height={180} aria-busy="true" />}
      {data && <Rows table={data} />}
    </Section>
  )
}

function Rows({ table }: { table: TableHead }) {
  const columns = distinctLabels(
    table.columns.map(({ name, type }, at) => ({
      key: `${at} ${name}`,
      label: name,
      note: type,
      align: NUMERIC.test(type) ? ('right' as const) : undefined,
    })),
  )
  return (
    <>
      <TablePanel caption={t('First rows of the file')} grid columns={columns}>
        {table.rows?.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their place
          <Table.Tr key={at}>
            {columns.map(({ key, align }, column) => (
              <Table.Td key={key} ta={align} ff="monospace" fz="xs" maw={320}>
                <Value text={row[column] ?? null} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </TablePanel>
      <Text size="xs" c="dimmed" mt={6}>
        {[forms()[table.kind], said(table), leftOut(table)].filter(Boolean).join(' \u00b7 ')}
      </Text>
    </>
  )
}

function Value({ text }: { text: string | null }) {
  return text === null ? (
    <Text span inherit c="dimmed">
      null
    </Text>
  ) : (
    <Text inherit truncate title={text}>
      {text}
    </Text>
  )
}

function said({ rows, row_count }: TableHead): string {
  const all = row_count ?? 0
  if (rows === null)
    return row_count === null
      ? t('its rows take more than a look may')
      : t('{rows} rows, which take more than a look may', { rows: formatCount(all) })
  const shown = formatCount(rows.length)
  if (row_count === null) return t('its first {shown} rows', { shown })
  return rows.length < all
    ? t('{shown} of {rows} rows', { shown, rows: formatCount(all) })
    : t('all {rows} rows', { rows: formatCount(all) })
}

function leftOut({ columns_left_out }: TableHead): string {
  return columns_left_out === 0
    ? ''
    : t('{columns} more columns are left out', { columns: formatCount(columns_left_out) })
}
