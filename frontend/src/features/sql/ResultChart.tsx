import { Group, Paper, SegmentedControl, Select, Stack } from '@mantine/core'
import { IconChartBarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SqlQuery, sqlRowsQuery } from '~/api/sql'
import { isNumeric, isSize, pointsOf, type ResultValue, readable } from '~/format/sql'
import { t } from '~/i18n/t'
import { Chart } from '~/ui/Chart'
import { EmptyState, ErrorState } from '~/ui/States'

/** More bars than this can't be told apart. */
const POINTS_MAX = 200

/** The first rows of a result as a chart: one column names, another one is drawn. */
export function ResultChart({ query }: { query: SqlQuery }) {
  const rows = useQuery(sqlRowsQuery(query.id, undefined, POINTS_MAX))
  const numeric = query.columns.filter(isNumeric)
  const [kind, setKind] = useState<'bar' | 'line'>('bar')
  const [label, setLabel] = useState(
    (query.columns.find((column) => !isNumeric(column)) ?? query.columns[0])?.name,
  )
  const [value, setValue] = useState(numeric[0]?.name)
  const drawn = numeric.find((column) => column.name === value)

  if (rows.isError) return <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
  if (!drawn || !label) {
    return (
      <Paper>
        <EmptyState icon={<IconChartBarOff size={24} />} title={t('Nothing to draw')}>
          {t('A chart needs a column of numbers.')}
        </EmptyState>
      </Paper>
    )
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <Select
          label={t('Names')}
          data={[...new Set(query.columns.map((column) => column.name))]}
          value={label}
          onChange={(chosen) => chosen && setLabel(chosen)}
          allowDeselect={false}
        />
        <Select
          label={t('Values')}
          data={[...new Set(numeric.map((column) => column.name))]}
          value={value}
          onChange={(chosen) => chosen && setValue(chosen)}
          allowDeselect={false}
        />
        <SegmentedControl
          aria-label={t('Kind of chart')}
          data={[
            { value: 'bar', label: t('Bars') },
            { value: 'line', label: t('Line') },
          ]}
          value={kind}
          onChange={(chosen) => setKind(chosen === 'line' ? 'line' : 'bar')}
        />
      </Group>
      <Paper p="sm">
        <Chart
          kind={kind}
          title={t('{name} by {label}', { name: drawn.name, label })}
          points={pointsOf(
            query.columns,
            (rows.data?.items ?? []) as ResultValue[][],
            label,
            drawn.name,
          )}
          format={(number) => readable(drawn, number)}
          binary={isSize(drawn)}
        />
      </Paper>
    </Stack>
  )
}
