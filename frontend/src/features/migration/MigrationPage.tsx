import { Alert, Box, List, Text } from '@mantine/core'
import { IconFileAlert, IconTransferIn } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { jobQuery } from '~/api/jobs'
import { type Migration, migrationQuery, migrationRefetchMs } from '~/api/migration'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState } from '~/ui/States'
import { useLatched } from '~/ui/useLatched'
import { ImportSection } from './ImportSection'
import { PhaseSteps } from './PhaseSteps'
import { RehearsalSection } from './RehearsalSection'
import { TakeOverSection } from './TakeOverSection'

const pageText = perLanguage(() => ({
  title: t('Migration'),
  description: t('From an HDFS to Warren, over the datanodes that are there.'),
}))

export function MigrationPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'manage_namenodes')) return <Phases />
  return (
    <Page {...pageText()}>
      <EmptyState
        icon={<IconTransferIn size={24} />}
        title={t('Migration needs the role operator')}
      >
        {t('It names files, whatever HDFS permissions say.')}
      </EmptyState>
    </Page>
  )
}

function Phases() {
  const migration = useQuery({
    ...migrationQuery(),
    refetchInterval: (query) => migrationRefetchMs(query.state.data),
  })
  const { data } = migration
  return (
    <Page {...pageText()} aside={<DataAge time={data?.as_of} refetching={migration.isFetching} />}>
      {migration.isError && (
        <ErrorState error={migration.error} onRetry={() => migration.refetch()} />
      )}
      {data?.stage === 'not_migrated' ? (
        <NotMigrated />
      ) : (
        <>
          <PhaseSteps migration={data} />
          {data ? <Known migration={data} /> : migration.isPending && <Below />}
        </>
      )}
    </Page>
  )
}

/** What is to come is longer than the window: what stands below it is not there before, either. */
function Below() {
  return <Box h="100vh" aria-hidden="true" />
}

function Known({ migration }: { migration: Migration }) {
  return (
    <>
      <UnreadableFiles files={migration.unreadable} />
      <TakeOverSection migration={migration} />
      {migration.request ? (
        <BelowRequest jobId={migration.request.job_id} migration={migration} />
      ) : (
        <Reports migration={migration} />
      )}
    </>
  )
}

/** What stands below a request, whose height is known with its job. */
function BelowRequest({ jobId, migration }: { jobId: number; migration: Migration }) {
  const placed = useLatched(!useQuery(jobQuery(jobId)).isPending)
  return placed ? <Reports migration={migration} /> : <Below />
}

function Reports({ migration: { rehearsed, imported } }: { migration: Migration }) {
  return (
    <>
      {rehearsed && <RehearsalSection rehearsed={rehearsed} />}
      {imported && <ImportSection imported={imported} />}
    </>
  )
}

function NotMigrated() {
  return (
    <EmptyState
      icon={<IconTransferIn size={24} />}
      title={t('This file system did not come from an HDFS')}
    >
      {t('`bin/warren migrate import` makes a new one of an HDFS’s image, and the data stays.')}
    </EmptyState>
  )
}

function UnreadableFiles({ files }: { files: Migration['unreadable'] }) {
  if (files.length === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconFileAlert />}
      title={t('Files of the migration can’t be read')}
    >
      <List size="sm">
        {files.map(({ file, why }) => (
          <List.Item key={file}>
            <Text span inherit style={{ overflowWrap: 'anywhere' }}>
              {file}: {why}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
