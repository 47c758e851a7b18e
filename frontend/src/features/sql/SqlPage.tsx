import { Button, Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDatabaseSearch, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { mayEverywhere, meQuery } from '~/api/auth'
import type { SelectedKind } from '~/api/jobs'
import {
  runSql,
  type SqlEngine,
  type SqlQuery,
  sqlKeys,
  sqlQuery,
  sqlReplicaQuery,
  sqlTablesQuery,
} from '~/api/sql'
import { JobDialog } from '~/features/jobs/JobDialog'
import { formatBuild } from '~/format/build'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState } from '~/ui/States'
import { replicaStateNames } from '~/ui/serverWords'
import { useIsNarrow } from '~/ui/useIsNarrow'
import { prepareRefusal } from './prepare'
import { RunResult } from './RunResult'
import { SaveDialog } from './SaveDialog'
import { SidePanel } from './SidePanel'
import { SqlEditor } from './SqlEditor'

const route = getRouteApi('/console/sql')

const FIRST_STATEMENT = `SELECT owner, count(*) AS files, sum(space_bytes) AS space_bytes
FROM inodes
WHERE kind = 'file'
GROUP BY owner
ORDER BY space_bytes DESC
LIMIT 20`

export function SqlPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  return (
    <Page
      title="SQL"
      description={t('Read-only statements over the namespace.')}
      aside={mayEverywhere(me, 'sql') && <ReplicaAge />}
    >
      {!mayEverywhere(me, 'sql') ? (
        <EmptyState
          icon={<IconDatabaseSearch size={24} />}
          title={t('SQL needs the role operator')}
        >
          {t(
            'It shows the whole namespace, whatever HDFS permissions say. Search shows you what you may see.',
          )}
        </EmptyState>
      ) : (
        <Workbench username={me.username} />
      )}
    </Page>
  )
}

/** How fresh what the chosen engine reads is. Its place is kept until that is known. */
function ReplicaAge() {
  const { engine } = route.useSearch()
  const { data } = useQuery(sqlReplicaQuery())
  if (!data) {
    return (
      <Text size="xs" aria-hidden="true" style={{ visibility: 'hidden' }}>
        {t('Live: the rows of the database itself')}
      </Text>
    )
  }
  if (engine === 'ndb') {
    return (
      <Text size="xs" c="dimmed">
        {t('Live: the rows of the database itself')}
      </Text>
    )
  }
  if (!data.as_of) {
    return (
      <Text size="xs" c="dimmed">
        {t('The replica is being built: {build_percent}', {
          build_percent:
            formatBuild(data.build_percent, data.build_left_ms) ??
            t('{inodes_built} inodes so far', {
              inodes_built: formatCount(data.inodes_built ?? 0),
            }),
        })}
      </Text>
    )
  }
  return (
    <Text size="xs" c="dimmed" title={data.last_error ?? undefined} component="span">
      <Trans
        message="Replica {state}, as of {age}"
        values={{ state: replicaStateNames()[data.state], age: <Age time={data.as_of.time} /> }}
      />
    </Text>
  )
}

type EngineSwitchProps = { engine: SqlEngine; onChange: (engine: SqlEngine) => void }

/** Which engine runs the statement; nothing where there is only the replica. */
function EngineSwitch({ engine, onChange }: EngineSwitchProps) {
  const { data } = useQuery(sqlReplicaQuery())
  if (!data?.engines.includes('ndb')) return null
  return (
    <SegmentedControl
      aria-label={t('Engine')}
      data={[
        { value: 'duckdb', label: t('Replica') },
        { value: 'ndb', label: t('Live') },
      ]}
      value={engine}
      onChange={(chosen) => onChange(chosen === 'ndb' ? 'ndb' : 'duckdb')}
    />
  )
}

function Workbench({ username }: { username: string }) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const queryId = address.query === undefined ? undefined : Number(address.query)
  const query = useQuery(sqlQuery(queryId))
  const engine = address.engine ?? 'duckdb'
  const tables = useQuery(sqlTablesQuery(engine))
  const [typed, setTyped] = useState<string>()
  const statement = typed ?? address.sql ?? query.data?.statement ?? FIRST_STATEMENT

  const started = (made: SqlQuery) => {
    queryClient.setQueryData(sqlQuery(made.id).queryKey, made)
    void queryClient.invalidateQueries({ queryKey: [...sqlKeys.all, 'history'] })
    return navigate({
      search: (old) => ({ ...old, query: String(made.id), sql: undefined, cursor: undefined }),
    })
  }
  const run = useMutation({ mutationFn: runSql, onSuccess: started })
  const start = (explain: boolean) => {
    setTyped(statement)
    run.mutate({ statement, explain, engine, wait_ms: 300 })
  }
  const use = (text: string) => {
    setTyped(text)
    run.reset()
  }
  const prepare = (job: SelectedKind | undefined) =>
    navigate({ search: (old) => ({ ...old, job }), replace: job === undefined })
  const refusal = statement.trim() === '' ? t('Write a statement first') : undefined
  // Where there is no room beside the editor it stays above what takes its time to come.
  const narrow = useIsNarrow()
  const side = <SidePanel username={username} engine={engine} onUse={use} />

  return (
    <Flex gap="md" align="flex-start" wrap={{ base: 'wrap', md: 'nowrap' }}>
      {!narrow && side}
      <Stack gap="sm" style={{ flex: 1, minWidth: 0 }} w="100%">
        <SqlEditor
          value={statement}
          tables={tables.data?.items ?? []}
          onChange={setTyped}
          onRun={() => refusal === undefined && start(false)}
        />
        <Group gap="sm">
          <ActionButton
            leftSection={<IconPlayerPlay size={14} />}
            loading={run.isPending}
            disabledReason={refusal}
            onClick={() => start(false)}
          >
            {t('Run')}
          </ActionButton>
          <ActionButton
            variant="default"
            disabledReason={engine === 'ndb' ? t('Only the replica shows plans') : refusal}
            onClick={() => start(true)}
          >
            {t('Explain')}
          </ActionButton>
          <Button
            variant="default"
            onClick={() => navigate({ search: (old) => ({ ...old, open: 'save' }) })}
          >
            {t('Save…')}
          </Button>
          <EngineSwitch
            engine={engine}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({ ...old, engine: chosen === 'ndb' ? chosen : undefined }),
                replace: true,
              })
            }
          />
          <Text size="xs" c="dimmed">
            {t('Ctrl-Enter runs it')}
          </Text>
        </Group>
        {run.isError && <ErrorState error={run.error} />}
        {!run.isError && query.isError && !query.data && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )}
        {!run.isError && query.data && (
          <RunResult
            query={query.data}
            view={address.view}
            cursor={address.cursor}
            onPrepare={prepare}
            onView={(view) => navigate({ search: (old) => ({ ...old, view }), replace: true })}
            onGo={(cursor, trail) =>
              navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
            }
          />
        )}
      </Stack>
      {narrow && side}
      {query.data && (
        <JobDialog
          kind={prepareRefusal(query.data) === undefined ? address.job : undefined}
          target={{ at: 'sql', id: query.data.id, rows: query.data.rows ?? 0 }}
          onClose={() => prepare(undefined)}
        />
      )}
      <SaveDialog
        opened={address.open === 'save'}
        statement={statement}
        onClose={() => navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })}
      />
    </Flex>
  )
}
