import { Group, Stack, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SQL_PAGE_ROWS, type SqlQuery, sqlRowsQuery } from '~/api/sql'
import { formatCount } from '~/format/count'
import { isNumeric, type ResultValue, textOf } from '~/format/sql'
import { t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { distinctLabels } from '~/ui/distinctLabels'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

type ResultTableProps = {
  query: SqlQuery
  cursor: string | undefined
  onGo: (cursor: string | undefined, trail: string[]) => void
}

/** A result, page by page from the server. */
export function ResultTable({ query, cursor, onGo }: ResultTableProps) {
  const rows = useQuery(sqlRowsQuery(query.id, cursor))
  const columns = query.columns.map((column, at) => ({
    key: `${at} ${column.name}`,
    label: column.name,
    align: isNumeric(column) ? ('right' as const) : undefined,
  }))
  return (
    <Stack gap="xs">
      {query.truncated && (
        <Text size="sm" role="note">
          {t(
            'The result was cut after {rows} rows, the most that the server keeps. Aggregate, or add a LIMIT.',
            { rows: formatCount(query.rows ?? 0) },
          )}
        </Text>
      )}
      <TablePanel
        caption={t('Result')}
        grid
        columns={distinctLabels(columns)}
        stale={rows.isPlaceholderData}
        instead={
          rows.isError && !rows.data ? (
            <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
          ) : query.rows === 0 ? (
            <EmptyState icon={<IconTableOff size={24} />} title={t('No rows')}>
              {t('The statement ran, and nothing matches it.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          rows.data &&
          query.rows !== 0 && (
            <CursorPager
              cursor={cursor}
              nextCursor={rows.data.next_cursor}
              shown={rows.data.items.length}
              limit={SQL_PAGE_ROWS}
              total={{ count: rows.data.total, exact: true }}
              noun={t('rows')}
              onGo={onGo}
            />
          )
        }
      >
        {rows.data ? (
          rows.data.items.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result's rows have no identity but their place
            <ResultRow key={at} row={row as ResultValue[]} columns={columns} plan={query.explain} />
          ))
        ) : (
          <SkeletonRows rows={6} columns={Math.max(1, columns.length)} />
        )}
      </TablePanel>
    </Stack>
  )
}

type RowProps = {
  row: ResultValue[]
  columns: { key: string; align: 'right' | undefined }[]
  plan: boolean
}

function ResultRow({ row, columns, plan }: RowProps) {
  return (
    <Table.Tr>
      {columns.map(({ key, align }, at) => (
        <Table.Td
          key={key}
          ta={align}
          ff="monospace"
          fz="xs"
          style={{ whiteSpace: plan ? 'pre' : 'nowrap', maxWidth: plan ? undefined : 480 }}
        >
          <Group gap={0} wrap="nowrap" justify={align === 'right' ? 'flex-end' : undefined}>
            <Text inherit truncate={!plan} title={plan ? undefined : textOf(row[at] ?? null)}>
              {row[at] === null || row[at] === undefined ? (
                <Text span inherit c="dimmed">
                  null
                </Text>
              ) : (
                textOf(row[at])
              )}
            </Text>
          </Group>
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
