import { Group, Progress, Text } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  USAGE_MEASURES,
  USAGE_PAGE_ROWS,
  type UsageAnswer,
  type UsageMeasure,
  type UsedChild,
} from '~/api/usage'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { inSentence, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { EntryMenu } from './GoOnMenu'
import { averageBytes, changeText, measured, measureNames } from './wording'

const route = getRouteApi('/console/usage')

type UsageTableProps = {
  path: string
  measure: UsageMeasure
  usage: UseQueryResult<UsageAnswer>
  /** Whether it is told what each directory gained. */
  withChange: boolean
  onMeasure: (measure: UsageMeasure) => void
  onUp: () => void
}

/** What is directly in a directory, the largest first; a directory's row leads into it. */
export function UsageTable({ path, measure, usage, withChange, onMeasure, onUp }: UsageTableProps) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({ onUp })
  const { data } = usage
  const columns = [
    { label: t('Name'), width: '30%' },
    { label: t('Share'), width: '16%' },
    ...USAGE_MEASURES.map((each) => ({
      label: measureNames()[each],
      align: 'right' as const,
      sorted: each === measure ? ('descending' as const) : undefined,
      onSort: () => onMeasure(each),
    })),
    ...(withChange ? [{ label: t('Gained'), align: 'right' as const }] : []),
    { label: t('Mean size'), align: 'right' as const },
    { label: t('Mean change') },
    { label: t('Go on'), hidden: true },
  ]
  return (
    <Section title={t('Largest first')}>
      <TablePanel
        caption={t('What is in {path}, by {measure}', {
          path: visibleName(path),
          measure: inSentence(measureNames()[measure]),
        })}
        columns={columns}
        stale={usage.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          usage.isError && !data ? (
            <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
          ) : data?.items.length === 0 && cursor === undefined ? (
            <EmptyState icon={<IconFolderOpen size={24} />} title={t('This directory is empty')} />
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={USAGE_PAGE_ROWS}
              total={data.children === null ? undefined : { count: data.children, exact: true }}
              noun={t('entries')}
              onGo={(next, trail) =>
                navigate({
                  search: (old) => ({ ...old, cursor: next }),
                  state: { trail },
                  resetScroll: false,
                })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((used) => (
            <UsedRow key={used.inode_id} used={used} changeOf={withChange ? measure : undefined} />
          ))
        ) : (
          <SkeletonRows rows={8} columns={columns.length} />
        )}
      </TablePanel>
    </Section>
  )
}

type UsedRowProps = {
  used: UsedChild
  /** Of what the change is told; of nothing without it. */
  changeOf: UsageMeasure | undefined
}

function UsedRow({ used, changeOf }: UsedRowProps) {
  const directory = used.kind === 'directory'
  const average = averageBytes(used)
  const name = visibleName(used.name)
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap">
          <KindIcon kind={used.kind} />
          {directory ? (
            <TextLink
              to="/usage"
              search={(old) => ({ ...old, path: used.path, cursor: undefined })}
              fw={550}
              style={{ minWidth: 0, display: 'flex' }}
              {...rowLinkProps}
            >
              <PathText path={used.name} />
            </TextLink>
          ) : (
            <TextLink
              to="/files"
              search={{ path: used.path }}
              c="var(--mantine-color-text)"
              style={{ minWidth: 0, display: 'flex' }}
              {...rowLinkProps}
            >
              <PathText path={used.name} />
            </TextLink>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{formatShare(used.share ?? 0, 1)}</Text>
        <Progress
          value={percentOf(used.share ?? 0, 1)}
          size={4}
          mt={3}
          aria-label={t('Share of {name}', { name })}
        />
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(used.space_bytes)}>
        {formatBytes(used.space_bytes)}
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(used.length_bytes)}>
        {formatBytes(used.length_bytes)}
      </Table.Td>
      <Table.Td ta="right">{formatCount(used.files)}</Table.Td>
      {changeOf && (
        <Table.Td
          ta="right"
          title={
            used.change
              ? t('Since {time}', { time: formatDateTime(used.change.since) })
              : t('Not known')
          }
        >
          {used.change ? changeText(measured(used.change, changeOf), changeOf) : '–'}
        </Table.Td>
      )}
      <Table.Td ta="right">{average === undefined ? '–' : formatBytes(average)}</Table.Td>
      <Table.Td>
        <Age time={used.average_mtime} />
      </Table.Td>
      <Table.Td w={40} py={2}>
        <EntryMenu path={used.path} kind={used.kind} />
      </Table.Td>
    </Table.Tr>
  )
}
