import { Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { FsckFound } from '~/api/blocks'
import { PathBox } from '~/features/files/PathBox'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { parentOf, ROOT } from '~/format/path'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { BlockLink } from './links'
import { FOUND_SHOWN_MAX, type FsckProgress, useFsck } from './useFsck'

const route = getRouteApi('/console/blocks')

const columns = perLanguage(() => [
  { label: t('File'), width: '54%' },
  { label: t('Block') },
  { label: t('State') },
  { label: t('Good'), align: 'right' as const },
  { label: t('Wanted'), align: 'right' as const },
])

const troubles = perLanguage(
  (): Record<FsckFound['trouble'], string> => ({
    missing: t('missing'),
    corrupt: t('corrupt'),
    under_replicated: t('under-replicated'),
  }),
)

const TONES: Record<FsckFound['trouble'], Tone> = {
  missing: 'bad',
  corrupt: 'bad',
  under_replicated: 'busy',
}

/** What `hdfs fsck PATH` tells: every block of the files at and below a path. */
export function FsckSection() {
  const { check: path = ROOT } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, start, stop } = useFsck()
  const runs = state.phase === 'running'
  return (
    <Section title={t('Check a path (fsck)')}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-start">
          <PathBox
            path={path}
            onGo={(check) => navigate({ search: (old) => ({ ...old, check }), resetScroll: false })}
          />
          {runs ? (
            <ActionButton size="xs" variant="default" onClick={stop}>
              {t('Stop')}
            </ActionButton>
          ) : (
            <ActionButton size="xs" onClick={() => start(path)}>
              {t('Check {path}', { path })}
            </ActionButton>
          )}
        </Group>
        {state.phase === 'failed' && <ErrorState error={state.error} />}
        {(runs || state.phase === 'done' || state.phase === 'stopped') && (
          <Progress progress={state} phase={state.phase} />
        )}
      </Stack>
    </Section>
  )
}

type Phase = 'running' | 'done' | 'stopped'

function Progress({ progress, phase }: { progress: FsckProgress; phase: Phase }) {
  const { sums, found, foundMore } = progress
  return (
    <>
      <Verdict progress={progress} phase={phase} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Stat
          label={t('Files')}
          value={formatCount(sums.files)}
          hint={t('{directories}, {size}', {
            directories: plural(sums.directories, 'directory'),
            size: formatBytes(sums.length_bytes),
          })}
        />
        <Stat
          label={t('Blocks')}
          value={formatCount(sums.blocks)}
          hint={t('{count} with all replicas', { count: formatCount(sums.well_replicated) })}
        />
        <Stat
          label={t('Missing or corrupt')}
          value={formatCount(sums.missing + sums.corrupt)}
          tone={sums.missing + sums.corrupt > 0 ? 'bad' : undefined}
          hint={t('in {files}', { files: plural(sums.corrupt_files, 'file') })}
        />
        <Stat
          label={t('Under-replicated')}
          value={formatCount(sums.under_replicated)}
          hint={plural(sums.missing_replicas, 'lacking replica')}
        />
      </SimpleGrid>
      {sums.open_files > 0 && (
        <Text size="sm" c="dimmed">
          {t('{files} being written, not judged', { files: plural(sums.open_files, 'file') })}
        </Text>
      )}
      {found.length > 0 && (
        <TablePanel caption={t('Blocks that are not as their files ask for')} columns={columns()}>
          {found.map((each) => (
            <FoundRow key={`${each.block_id} ${each.path}`} found={each} />
          ))}
        </TablePanel>
      )}
      {foundMore && (
        <Text size="sm" c="dimmed">
          {t('The first {count} are listed; all are counted.', {
            count: formatCount(Math.min(found.length, FOUND_SHOWN_MAX)),
          })}
        </Text>
      )}
    </>
  )
}

function Verdict({ progress: { path, sums }, phase }: { progress: FsckProgress; phase: Phase }) {
  if (phase === 'running')
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{t('Checking {path}…', { path })}</Text>
      </Group>
    )
  if (phase === 'stopped')
    return (
      <Text fw={620} role="status">
        {t('Stopped: this is a part of {path}', { path })}
      </Text>
    )
  const healthy = sums.missing + sums.corrupt === 0
  return (
    <Text fw={620} component="div" role="status">
      <StatusDot tone={healthy ? 'good' : 'bad'}>
        {healthy ? t('{path} is healthy', { path }) : t('{path} is corrupt', { path })}
      </StatusDot>
    </Text>
  )
}

function FoundRow({ found }: { found: FsckFound }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/files" search={{ path: parentOf(found.path), details: found.path }}>
          <PathText path={found.path} />
        </TextLink>
      </Table.Td>
      <Table.Td>
        <BlockLink blockId={found.block_id} />
      </Table.Td>
      <Table.Td>
        <StatusDot tone={TONES[found.trouble]}>{troubles()[found.trouble]}</StatusDot>
      </Table.Td>
      <Table.Td ta="right">{formatCount(found.live_replicas)}</Table.Td>
      <Table.Td ta="right">{formatCount(found.expected_replicas)}</Table.Td>
    </Table.Tr>
  )
}
