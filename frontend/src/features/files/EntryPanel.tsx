import {
  Box,
  CloseButton,
  Group,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StartedKind } from '~/api/jobs'
import { detailsQuery, entryQuery, type Usage, usageQuery } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare } from '~/format/count'
import { nameOf } from '~/format/path'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Fact, Facts } from '~/ui/Facts'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import type { FileAct } from './acts/acts'
import { Breadcrumbs } from './Breadcrumbs'
import { DetailFacts } from './DetailFacts'
import { DirectoryHeat } from './DirectoryHeat'
import { EntryActions } from './EntryActions'
import { EntryFacts } from './EntryFacts'
import classes from './EntryPanel.module.css'

type EntryPanelProps = {
  path: string
  /** Where the list beside it does not say so: the directories above, as links. */
  withTrail?: boolean
  onClose: () => void
  onJob: (kind: StartedKind) => void
  onAct: (act: FileAct) => void
}

const ACTS: readonly FileAct[] = ['move', 'permissions']

/** Everything about one entry, beside the list. */
export function EntryPanel({ path, withTrail, onClose, onJob, onAct }: EntryPanelProps) {
  const entry = useQuery(entryQuery(path))
  const details = useQuery({ ...detailsQuery(path), enabled: entry.isSuccess })
  return (
    <Paper component="aside" aria-label={t('Details')} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap={8} wrap="nowrap" align="flex-start" miw={0}>
          <Box mt={2}>
            <KindIcon kind={entry.data?.kind ?? 'file'} size={18} />
          </Box>
          <Title order={2} className={classes.name}>
            <PathText path={nameOf(path)} wrap />
          </Title>
        </Group>
        <CloseButton size="sm" onClick={onClose} aria-label={t('Close details')} />
      </Group>
      {withTrail && <Breadcrumbs path={path} />}
      {entry.isError && !entry.data && (
        <ErrorState error={entry.error} onRetry={() => entry.refetch()} />
      )}
      {entry.isPending && <FactsSkeleton rows={9} />}
      {entry.data && (
        <>
          <EntryActions
            path={path}
            kind={entry.data.kind}
            label={t('Actions')}
            fullWidth
            acts={ACTS}
            onAct={onAct}
            onChoose={onJob}
          />
          <EntryFacts entry={entry.data} />
          {entry.data.kind === 'directory' && (
            <>
              <UsageFacts path={path} />
              <DirectoryHeat path={path} />
            </>
          )}
          {details.isError && !details.data && (
            <ErrorState error={details.error} onRetry={() => details.refetch()} />
          )}
          {details.data && <DetailFacts details={details.data} />}
          {entry.data.kind !== 'directory' && (
            <Text size="sm">
              <TextLink to="/files" search={{ path }} underline="always">
                {t('Blocks, replicas and snapshots')}
              </TextLink>
            </Text>
          )}
        </>
      )}
    </Paper>
  )
}

function UsageFacts({ path }: { path: string }) {
  const usage = useQuery(usageQuery(path))
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3}>{t('Usage and quota')}</Title>
        {usage.data && <DataAge time={usage.data.as_of} refetching={usage.isFetching} />}
      </Group>
      {usage.isError && !usage.data && (
        <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
      )}
      {usage.isPending && <FactsSkeleton rows={5} />}
      {usage.data && <UsageList usage={usage.data} />}
    </Stack>
  )
}

function UsageList({ usage }: { usage: Usage }) {
  const entries = usage.files + usage.directories
  return (
    <Facts>
      <Fact name={t('Files')}>{formatCount(usage.files)}</Fact>
      <Fact name={t('Directories')}>{formatCount(usage.directories)}</Fact>
      <Fact name={t('Bytes')}>
        <span title={formatBytesExactly(usage.length_bytes)}>
          {formatBytes(usage.length_bytes)}
        </span>
      </Fact>
      <Fact name={t('With replicas')}>
        <span title={formatBytesExactly(usage.space_consumed_bytes)}>
          {formatBytes(usage.space_consumed_bytes)}
        </span>
      </Fact>
      <Fact name={t('Entry limit')}>
        <QuotaUse used={entries} limit={usage.namespace_quota} format={formatCount} />
      </Fact>
      <Fact name={t('Space limit')}>
        <QuotaUse
          used={usage.space_consumed_bytes}
          limit={usage.space_quota_bytes}
          format={formatBytes}
        />
      </Fact>
    </Facts>
  )
}

type QuotaUseProps = { used: number; limit: number | null; format: (value: number) => string }

function QuotaUse({ used, limit, format }: QuotaUseProps) {
  if (limit === null)
    return (
      <Text inherit c="dimmed" span>
        {t('none')}
      </Text>
    )
  const percent = Math.min(100, (used / limit) * 100)
  const color = percent >= 100 ? 'red' : percent >= 85 ? 'orange' : 'var(--warren-bar)'
  return (
    <>
      {format(limit)}{' '}
      <Text span size="xs" c="dimmed">
        {t('{used} used', { used: formatShare(used, limit) })}
      </Text>
      <Progress
        value={percent}
        color={color}
        size={4}
        mt={4}
        aria-label={t('Share of the limit used')}
      />
    </>
  )
}

function FactsSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap={10} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} height={12} width={`${90 - ((row * 13) % 45)}%`} />
      ))}
    </Stack>
  )
}
