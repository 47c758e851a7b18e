import { Progress, Select, Text } from '@mantine/core'
import { IconFlame } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HEAT_KINDS, type Heat, type HeatEntry, type HeatKind } from '~/api/heat'
import { formatCount, percentOf } from '~/format/count'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { formatPart, formatTime, formatWaiting, kindNames } from './wording'

const route = getRouteApi('/console/heat')

/** Beside the panel of one there is no room for all of them. */
const columns = (kind: HeatKind, beside: boolean) => [
  { label: kindNames()[kind].one, width: beside ? '42%' : '34%' },
  { label: t('Part of the time'), width: beside ? '22%' : '18%' },
  { label: t('Time'), align: 'right' as const },
  ...(beside ? [] : [{ label: t('Waiting'), align: 'right' as const }]),
  { label: t('Calls'), align: 'right' as const },
  ...(beside ? [] : [{ label: t('Refused'), align: 'right' as const }]),
  { label: t('Rows'), align: 'right' as const },
]

/** The hottest of one kind; each opens what is known about it. */
export function HottestTable({ heat }: { heat: UseQueryResult<Heat> }) {
  const { by = 'user', key } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = heat
  return (
    <Section
      title={t('Hottest first')}
      aside={
        <Select
          aria-label={t('Count by')}
          size="xs"
          w={150}
          allowDeselect={false}
          data={HEAT_KINDS.map((kind) => ({ value: kind, label: kindNames()[kind].many }))}
          value={by}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({
                ...old,
                by: HEAT_KINDS.find((kind) => kind === chosen),
                key: undefined,
              }),
              resetScroll: false,
            })
          }
        />
      }
    >
      <TablePanel
        caption={t('{many}, the hottest first', { many: kindNames()[by].many })}
        columns={columns(by, key !== undefined)}
        stale={heat.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          heat.isError && !data ? (
            <ErrorState error={heat.error} onRetry={() => heat.refetch()} />
          ) : data?.entries.length === 0 ? (
            <EmptyState icon={<IconFlame size={24} />} title={t('Nothing to show for this time')}>
              {by === 'application'
                ? t(
                    'Clients name their applications by the caller context (hadoop.caller.context.enabled).',
                  )
                : t('No client called a namenode.')}
            </EmptyState>
          ) : undefined
        }
      >
        {data ? (
          data.entries.map((entry) => (
            <HeatRow
              key={entry.key}
              kind={by}
              entry={entry}
              beside={key !== undefined}
              selected={entry.key === key}
            />
          ))
        ) : (
          <SkeletonRows rows={4} columns={columns(by, key !== undefined).length} />
        )}
      </TablePanel>
    </Section>
  )
}

type HeatRowProps = { kind: HeatKind; entry: HeatEntry; beside: boolean; selected: boolean }

function HeatRow({ kind, entry, beside, selected }: HeatRowProps) {
  const isPath = kind === 'directory' || kind === 'path'
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td>
        <TextLink
          to="/heat"
          search={(old) => ({ ...old, key: entry.key })}
          resetScroll={false}
          fw={550}
          {...rowLinkProps}
        >
          {isPath ? <PathText path={entry.key} /> : entry.key}
        </TextLink>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{formatPart(entry.share)}</Text>
        <Progress
          value={percentOf(entry.share, 1)}
          size={4}
          mt={3}
          aria-label={t('Part of {key}', { key: entry.key })}
        />
      </Table.Td>
      <Table.Td
        ta="right"
        title={t('At most {time_error_ms} less', {
          time_error_ms: formatTime(entry.time_error_ms),
        })}
      >
        {formatTime(entry.time_ms)}
      </Table.Td>
      {!beside && (
        <Table.Td
          ta="right"
          title={t('{waited_ms} in all, before the calls began', {
            waited_ms: formatTime(entry.waited_ms),
          })}
        >
          {formatWaiting(entry)}
        </Table.Td>
      )}
      <Table.Td ta="right">{formatCount(entry.calls)}</Table.Td>
      {!beside && <Table.Td ta="right">{formatCount(entry.refused)}</Table.Td>}
      <Table.Td ta="right">{formatCount(entry.rows)}</Table.Td>
    </Table.Tr>
  )
}
