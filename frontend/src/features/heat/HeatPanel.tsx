import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type HeatBy, type HeatEntry, type HeatKind, type HeatWindow, heatQuery } from '~/api/heat'
import { LIMIT_KINDS, type LimitKind } from '~/api/limits'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { formatTime, formatWaiting, kindNames } from './wording'

const route = getRouteApi('/console/heat')

/** A pair that tells more of one thing: by which kind, and which of its two parts that thing is. */
type Breakdown = { pair: HeatBy; part: 'key' | 'of'; kind: HeatKind }

const breakdowns: Record<HeatKind, Breakdown[]> = {
  user: [
    { pair: 'user_operation', part: 'key', kind: 'operation' },
    { pair: 'directory_user', part: 'of', kind: 'directory' },
    { pair: 'user_address', part: 'key', kind: 'address' },
    { pair: 'user_application', part: 'key', kind: 'application' },
  ],
  directory: [
    { pair: 'directory_user', part: 'key', kind: 'user' },
    { pair: 'directory_operation', part: 'key', kind: 'operation' },
  ],
  application: [{ pair: 'user_application', part: 'of', kind: 'user' }],
  address: [{ pair: 'user_address', part: 'of', kind: 'user' }],
  operation: [
    { pair: 'user_operation', part: 'of', kind: 'user' },
    { pair: 'directory_operation', part: 'of', kind: 'directory' },
  ],
  path: [],
}

type HeatPanelProps = { kind: HeatKind; name: string; window: HeatWindow }

/** What one user, directory or other thing is made of, with ways further. */
export function HeatPanel({ kind, name, window }: HeatPanelProps) {
  const navigate = route.useNavigate()
  const isPath = kind === 'directory' || kind === 'path'
  return (
    <Paper component="aside" aria-label={t('Heat of one')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <CloseButton
            size="sm"
            aria-label={t('Close')}
            onClick={() => navigate({ search: (old) => ({ ...old, key: undefined }) })}
          />
        </Group>
        {isPath && (
          <Text size="sm">
            <TextLink to="/files" search={{ path: name }}>
              {t('Open in Files')}
            </TextLink>
          </Text>
        )}
        {canBeLimited(kind) && (
          <Text size="sm">
            <TextLink to="/limits" search={{ kind, name }}>
              {t('Limit its calls …')}
            </TextLink>
          </Text>
        )}
        {kind === 'directory' && (
          <>
            <DirectoryShard directory={name} window={window} />
            <Text size="sm">
              <TextLink to="/spread" search={{ path: name }}>
                {t('Spread its children …')}
              </TextLink>
            </Text>
          </>
        )}
        {breakdowns[kind].map((breakdown) => (
          <BreakdownTable key={breakdown.pair} breakdown={breakdown} name={name} window={window} />
        ))}
        {breakdowns[kind].length === 0 && (
          <Text size="sm" c="dimmed">
            {t('Its directory tells who works there.')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function canBeLimited(kind: HeatKind): kind is LimitKind {
  return LIMIT_KINDS.some((each) => each === kind)
}

/** Where the directory's load falls in the store; nothing while that is not known. */
function DirectoryShard({ directory, window }: { directory: string; window: HeatWindow }) {
  const { data } = useQuery(heatQuery({ by: 'directory', window, key: directory, shards: true }))
  const entry = data?.entries[0]
  if (!entry) return null
  return (
    <Text size="sm">
      {entry.shard === null ? (
        t('No single shard has its children.')
      ) : (
        <TextLink to="/shards" search={{ shard: entry.shard }}>
          {t('Its children are in shard {shard}', { shard: entry.shard })}
        </TextLink>
      )}
    </Text>
  )
}

const columns = (kind: HeatKind) => [
  { label: kindNames()[kind].one },
  { label: t('Time'), align: 'right' as const },
  { label: t('Waiting'), align: 'right' as const },
  { label: t('Calls'), align: 'right' as const },
  { label: t('Refused'), align: 'right' as const },
]

type BreakdownTableProps = { breakdown: Breakdown; name: string; window: HeatWindow }

function BreakdownTable({ breakdown, name, window }: BreakdownTableProps) {
  const { pair, part, kind } = breakdown
  const heat = useQuery(heatQuery({ by: pair, window, [part]: name }))
  if (heat.isError && !heat.data) {
    return <ErrorState error={heat.error} onRetry={() => heat.refetch()} />
  }
  if (!heat.data) return <Skeleton height={80} aria-busy="true" />
  if (heat.data.entries.length === 0) return null
  const other = (entry: HeatEntry) => (part === 'key' ? (entry.of ?? '') : entry.key)
  return (
    <TablePanel
      caption={t('{many} of {name}', { many: kindNames()[kind].many, name })}
      columns={columns(kind)}
      compact
    >
      {heat.data.entries.map((entry) => (
        <Table.Tr key={other(entry)}>
          <Table.Td>
            <TextLink
              to="/heat"
              search={(old) => ({ ...old, by: kind, key: other(entry) })}
              resetScroll={false}
            >
              {kind === 'directory' ? <PathText path={other(entry)} /> : other(entry)}
            </TextLink>
          </Table.Td>
          <Table.Td ta="right">{formatTime(entry.time_ms)}</Table.Td>
          <Table.Td ta="right">{formatWaiting(entry)}</Table.Td>
          <Table.Td ta="right">{formatCount(entry.calls)}</Table.Td>
          <Table.Td ta="right">{formatCount(entry.refused)}</Table.Td>
        </Table.Tr>
      ))}
    </TablePanel>
  )
}
