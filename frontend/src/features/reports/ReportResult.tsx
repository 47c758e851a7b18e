import { Alert, Paper, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isRunning, type SqlQuery, type SqlReport, sqlRowsQuery } from '~/api/sql'
import type { UsagePrice } from '~/api/usage'
import { formatCost } from '~/features/usage/wording'
import { isNumeric, isSize, pointsOf, type ResultValue, readable } from '~/format/sql'
import { formatDuration } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { served, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Chart } from '~/ui/Chart'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { drillDownOf, shownColumns } from './drill'
import { cellWords, columnWords } from './words'

const ROWS_MAX = 1_000
const POINTS_MAX = 20

type ReportResultProps = {
  report: SqlReport
  query: SqlQuery
  /** What space costs, where that is known. */
  price: UsagePrice | undefined
}

/** A report's chart and its rows; both lead on to what they count. */
export function ReportResult({ report, query, price }: ReportResultProps) {
  const navigate = useNavigate()
  const ready = query.state === 'succeeded'
  const page = useQuery({ ...sqlRowsQuery(query.id, undefined, ROWS_MAX), enabled: ready })
  const rows = (page.data?.items ?? []) as ResultValue[][]
  const drawn = query.columns.find((column) => column.name === report.chart.values[0])
  const shown = shownColumns(report, query.columns)
  const costed = price && query.columns.findIndex(({ name }) => name === report.cost_of)
  const cost = price && costed !== undefined && costed >= 0 ? { of: costed, price } : undefined

  if (isRunning(query))
    return (
      <Text size="sm" role="status">
        {t('The statement is running…')}
      </Text>
    )
  if (!ready)
    return (
      <Alert
        color="red"
        title={query.error ? served(query.error.title) : t('No answer')}
        role="alert"
      >
        {query.error?.detail}
      </Alert>
    )
  if (page.isError) return <ErrorState error={page.error} onRetry={() => page.refetch()} />
  return (
    <>
      <Text size="xs" c="dimmed" role="status" component="div">
        <Trans
          message="As of {age}{took}"
          values={{
            age: <Age time={query.as_of?.time} />,
            took: query.cost
              ? t(', answered in {elapsed_ms}', {
                  elapsed_ms: formatDuration(query.cost.elapsed_ms),
                })
              : '',
          }}
        />
      </Text>
      {drawn && rows.length > 0 && (
        <Paper p="sm">
          <Chart
            kind={report.chart.kind === 'line' ? 'line' : 'bar'}
            title={t('{title}: {name} by {label}', {
              title: served(report.title),
              name: columnWords(drawn.name),
              label: columnWords(report.chart.label),
            })}
            points={pointsOf(query.columns, rows, report.chart.label, drawn.name).slice(
              0,
              POINTS_MAX,
            )}
            format={(value) => readable(drawn, value)}
            binary={isSize(drawn)}
            onSelect={(at) => {
              const target = rows[at] && drillDownOf(report, query.columns, rows[at])
              if (target) void navigate(target)
            }}
          />
        </Paper>
      )}
      <TablePanel
        caption={served(report.title)}
        columns={[
          ...shown.map((at) => ({
            label: columnWords(query.columns[at]?.name ?? ''),
            align:
              query.columns[at] && isNumeric(query.columns[at]) ? ('right' as const) : undefined,
          })),
          ...(cost ? [{ label: t('Cost a month'), align: 'right' as const }] : []),
        ]}
        instead={
          query.rows === 0 ? (
            <EmptyState icon={<IconTableOff size={24} />} title={t('Nothing to report')} />
          ) : undefined
        }
      >
        {page.data ? (
          rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report's rows have no identity but their place
            <ReportRow key={at} report={report} query={query} row={row} shown={shown} cost={cost} />
          ))
        ) : (
          <SkeletonRows rows={6} columns={shown.length} />
        )}
      </TablePanel>
    </>
  )
}

type ReportRowProps = {
  report: SqlReport
  query: SqlQuery
  row: ResultValue[]
  shown: number[]
  /** The place of the bytes that cost something. */
  cost: { of: number; price: UsagePrice } | undefined
}

function ReportRow({ report, query, row, shown, cost }: ReportRowProps) {
  const target = drillDownOf(report, query.columns, row)
  return (
    <Table.Tr>
      {shown.map((at, place) => {
        const column = query.columns[at]
        if (!column) return null
        const text = cellWords(column.name, readable(column, row[at] ?? null))
        return (
          <Table.Td key={column.name} ta={isNumeric(column) ? 'right' : undefined}>
            {place === 0 && target ? <Link {...target}>{text}</Link> : text}
          </Table.Td>
        )
      })}
      {cost && <Table.Td ta="right">{formatCost(Number(row[cost.of] ?? 0), cost.price)}</Table.Td>}
    </Table.Tr>
  )
}
