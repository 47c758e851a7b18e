import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Job } from '~/api/jobs'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { formatDuration } from '~/format/time'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Table } from '~/ui/Table'

type Result = NonNullable<Job['result']>
type Concerns = NonNullable<Result['concerns']>

const NAMED_MAX = 5

/** Whom a plan would concern, how long it would take, and what directories above gain and lose. */
export function ConcernsPanel({ job }: { job: Job }) {
  const { concerns, estimate, totals } = (job.dry_run && job.result) || {}
  if (!(concerns || estimate || totals)) return null
  return (
    <Paper p="md" component="section" aria-label={t('If it is run')}>
      <Stack gap="sm">
        <Title order={2}>{t('If it is run')}</Title>
        {estimate && <Text size="sm">{estimateText(estimate)}</Text>}
        {concerns && <Warnings concerns={concerns} />}
        {totals && <Shifts totals={totals} />}
      </Stack>
    </Paper>
  )
}

function estimateText({ calls, seconds, inodes_per_s, basis }: NonNullable<Result['estimate']>) {
  const load = plural(calls, 'call')
  if (basis === 'one_step') return t('It is one step, whatever is in it.')
  if (seconds === null || inodes_per_s === null)
    return t('About {load} of namenodes. How long that takes is not known: no such job was run.', {
      load,
    })
  const figures = {
    took: formatDuration(seconds * 1_000),
    load,
    rate: formatCount(Math.round(inodes_per_s)),
  }
  if (basis === 'bound')
    return t('About {took}, in {load} of namenodes: {rate} entries a second are allowed.', figures)
  return basis === 'former_jobs'
    ? t('About {took}, in {load} of namenodes, by former jobs: {rate} entries a second.', figures)
    : t('About {took}, in {load} of namenodes, by this dry run: {rate} entries a second.', figures)
}

function Warnings({ concerns }: { concerns: Concerns }) {
  const { open_files, snapshots, with_snapshots, system_directories, unknown_users } = concerns
  return (
    <>
      {system_directories.length > 0 && (
        <Warning title={t('Everybody relies on some of this')}>
          <Paths paths={system_directories} count={system_directories.length} />
        </Warning>
      )}
      {unknown_users.length > 0 && (
        <Warning
          title={t('The namenodes know no group of {users}', { users: unknown_users.join(', ') })}
        >
          {t('A name that is mistyped is set all the same, and nobody can log in by it.')}
        </Warning>
      )}
      {open_files.count > 0 && (
        <Warning title={t('{files} open for writing', { files: plural(open_files.count, 'file') })}>
          {open_files.items.slice(0, NAMED_MAX).map(({ path, holder, client }) => (
            <div key={path}>
              <PathText path={path} wrap />{' '}
              {client === ''
                ? t('by {holder}', { holder })
                : t('by {holder} at {client}', { holder, client })}
            </div>
          ))}
          <More named={Math.min(NAMED_MAX, open_files.items.length)} count={open_files.count} />
        </Warning>
      )}
      {with_snapshots.count > 0 && (
        <Warning title={t('Directories with snapshots can’t be deleted for good')}>
          <Paths paths={with_snapshots.items} count={with_snapshots.count} />
        </Warning>
      )}
      {snapshots.count > 0 && (
        <Text size="sm">
          {t(
            '{snapshots} keep what is there now; space that it takes is not freed before they are deleted.',
            { snapshots: plural(snapshots.count, 'snapshot') },
          )}
        </Text>
      )}
      {open_files.more && (
        <Text size="sm" c="dimmed">
          {t('There are more open files than were looked at.')}
        </Text>
      )}
      {!concerns.all_inodes && (
        <Text size="sm" c="dimmed">
          {t('Of the first 10,000 entries: the others were not asked about.')}
        </Text>
      )}
    </>
  )
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={title}>
      {children}
    </Alert>
  )
}

function Paths({ paths, count }: { paths: string[]; count: number }) {
  return (
    <>
      {paths.slice(0, NAMED_MAX).map((path) => (
        <div key={path}>
          <PathText path={path} wrap />
        </div>
      ))}
      <More named={Math.min(NAMED_MAX, paths.length)} count={count} />
    </>
  )
}

function More({ named, count }: { named: number; count: number }) {
  return count > named ? (
    <div>{t('and {more} more', { more: formatCount(count - named) })}</div>
  ) : null
}

function Shifts({ totals }: { totals: NonNullable<Result['totals']> }) {
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Directory')}</Table.Th>
            <Table.Th ta="right">{t('Files')}</Table.Th>
            <Table.Th ta="right">{t('Directories')}</Table.Th>
            <Table.Th ta="right">{t('Bytes')}</Table.Th>
            <Table.Th ta="right">{t('With replicas')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {totals.directories.map((each) => (
            <Table.Tr key={each.path}>
              <Table.Td>
                <PathText path={each.path} wrap />
              </Table.Td>
              <Table.Td ta="right">{signed(each.files, formatCount)}</Table.Td>
              <Table.Td ta="right">{signed(each.directories, formatCount)}</Table.Td>
              <Table.Td ta="right">{signed(each.length_bytes, formatBytes)}</Table.Td>
              <Table.Td ta="right">{signed(each.space_consumed_bytes, formatBytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {totals.more && (
        <Text size="sm" c="dimmed">
          {t('There are further directories, which were not added up.')}
        </Text>
      )}
    </>
  )
}

function signed(value: number, format: (amount: number) => string): string {
  if (value === 0) return format(0)
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`
}
