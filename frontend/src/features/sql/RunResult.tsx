import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Loader,
  Paper,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { IconAlertTriangle, IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SelectedKind } from '~/api/jobs'
import { cancelSql, isRunning, type SqlQuery, sqlFileUrl, sqlKeys } from '~/api/sql'
import { PrepareMenu } from '~/features/jobs/PrepareMenu'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { costText } from './cost'
import { prepareRefusal } from './prepare'
import { ResultChart } from './ResultChart'
import { ResultTable } from './ResultTable'

type RunResultProps = {
  query: SqlQuery
  view: 'chart' | undefined
  cursor: string | undefined
  onPrepare: (kind: SelectedKind) => void
  onView: (view: 'chart' | undefined) => void
  onGo: (cursor: string | undefined, trail: string[]) => void
}

/** What became of a statement: under way, its rows, or why there are none. */
export function RunResult({ query, view, cursor, onPrepare, onView, onGo }: RunResultProps) {
  if (isRunning(query)) return <Running query={query} />
  if (query.state !== 'succeeded') return <Failed query={query} />
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="xs" c="dimmed" role="status" component="div">
          {costText(query)}
          {query.as_of && (
            <>
              {t(' · as of ')}
              <Age time={query.as_of.time} />
            </>
          )}
          {query.swept.map(({ table, complete_as_of }) => (
            <span key={table}>
              {` · ${table} `}
              {complete_as_of ? (
                <Trans
                  message="complete as of {age}"
                  values={{ age: <Age time={complete_as_of} /> }}
                />
              ) : (
                t('not read completely yet')
              )}
            </span>
          ))}
        </Text>
        <Group gap="sm">
          <Anchor size="sm" href={sqlFileUrl(query.id, 'csv')} download>
            CSV
          </Anchor>
          <Anchor size="sm" href={sqlFileUrl(query.id, 'parquet')} download>
            Parquet
          </Anchor>
          <PrepareMenu
            label={t('Prepare a job…')}
            refusal={prepareRefusal(query)}
            onChoose={onPrepare}
          />
          <SegmentedControl
            aria-label={t('Show as')}
            data={[
              { value: 'table', label: t('Table') },
              { value: 'chart', label: t('Chart') },
            ]}
            value={view ?? 'table'}
            onChange={(chosen) => onView(chosen === 'chart' ? 'chart' : undefined)}
          />
        </Group>
      </Group>
      {view === 'chart' ? (
        <ResultChart key={query.id} query={query} />
      ) : (
        <ResultTable query={query} cursor={cursor} onGo={onGo} />
      )}
    </Stack>
  )
}

function Running({ query }: { query: SqlQuery }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelSql(query.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sqlKeys.all }),
    onError: notifyError,
  })
  return (
    <Paper p="md">
      <Group justify="space-between">
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden="true" />
          <Text size="sm">
            <Trans
              message="{state} since {age}"
              values={{
                state: query.state === 'queued' ? t('Waits for its turn') : t('Running'),
                age: <Age time={query.created_at} />,
              }}
            />
          </Text>
        </Group>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t('Cancel')}
        </Button>
      </Group>
    </Paper>
  )
}

function Failed({ query }: { query: SqlQuery }) {
  const cancelled = query.state === 'cancelled'
  return (
    <Alert
      color={cancelled ? 'gray' : 'red'}
      variant="light"
      icon={<IconAlertTriangle />}
      title={query.error?.title ?? t('The query ended without an answer')}
      role="alert"
    >
      {query.error?.detail && (
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {query.error.detail}
        </Code>
      )}
    </Alert>
  )
}
