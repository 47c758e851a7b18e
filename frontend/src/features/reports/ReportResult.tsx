import { Alert, Paper, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isRunning, type SqlQuery, type SqlReport, sqlRowsQuery } from '~/api/sql'
import { isNumeric, pointsOf, type ResultValue, readable } from '~/format/sql'
import { formatDuration } from '~/format/time'
import { Age } from '~/ui/Age'
import { Chart } from '~/ui/Chart'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { drillDownOf, shownColumns } from './drill'

const ROWS_MAX = 1_000
const POINTS_MAX = 20

/** A report's chart and its rows; both lead on into the search. */
export function ReportResult({ report, query }: { report: SqlReport; query: SqlQuery }) {
  const navigate = useNavigate()
  const ready = query.state === 'succeeded'
  const page = useQuery({ ...sqlRowsQuery(query.id, undefined, ROWS_MAX), enabled: ready })
  const rows = (page.data?.items ?? []) as ResultValue[][]
  const drawn = query.columns.find((column) => column.name === report.chart.values[0])
  const shown = shownColumns(report, query.columns)

  if (isRunning(query))
    return (
      <Text size="sm" role="status">
        The statement is running…
      </Text>
    )
  if (!ready)
    return (
      <Alert color="red" title={query.error?.title ?? 'No answer'} role="alert">
        {query.error?.detail}
      </Alert>
    )
  if (page.isError) return <ErrorState error={page.error} onRetry={() => page.refetch()} />
  return (
    <>
      <Text size="xs" c="dimmed" role="status" component="div">
        As of <Age time={query.as_of?.time} />
        {query.cost && `, answered in ${formatDuration(query.cost.elapsed_ms)}`}
      </Text>
      {drawn && rows.length > 0 && (
        <Paper p="sm">
          <Chart
            kind={report.chart.kind === 'line' ? 'line' : 'bar'}
            title={`${report.title}: ${words(drawn.name)} by ${words(report.chart.label)}`}
            points={pointsOf(query.columns, rows, report.chart.label, drawn.name).slice(
              0,
              POINTS_MAX,
            )}
            format={(value) => readable(drawn, value)}
            onSelect={(at) => {
              const target = rows[at] && drillDownOf(report, query.columns, rows[at])
              if (target) void navigate({ to: '/search', search: target })
            }}
          />
        </Paper>
      )}
      <TablePanel
        caption={report.title}
        columns={shown.map((at) => ({
          label: words(query.columns[at]?.name ?? ''),
          align: query.columns[at] && isNumeric(query.columns[at]) ? ('right' as const) : undefined,
        }))}
        instead={
          query.rows === 0 ? (
            <EmptyState icon={<IconTableOff size={24} />} title="Nothing to report" />
          ) : undefined
        }
      >
        {page.data ? (
          rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report's rows have no identity but their place
            <ReportRow key={at} report={report} query={query} row={row} shown={shown} />
          ))
        ) : (
          <SkeletonRows rows={6} columns={shown.length} />
        )}
      </TablePanel>
    </>
  )
}

type ReportRowProps = { report: SqlReport; query: SqlQuery; row: ResultValue[]; shown: number[] }

function ReportRow({ report, query, row, shown }: ReportRowProps) {
  const target = drillDownOf(report, query.columns, row)
  return (
    <Table.Tr>
      {shown.map((at, place) => {
        const column = query.columns[at]
        if (!column) return null
        const text = readable(column, row[at] ?? null)
        return (
          <Table.Td key={column.name} ta={isNumeric(column) ? 'right' : undefined}>
            {place === 0 && target ? (
              <Link to="/search" search={target}>
                {text}
              </Link>
            ) : (
              text
            )}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

/** A column's name as words: "space_bytes" is "Space". */
function words(name: string): string {
  const text = name.replace(/_bytes$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
