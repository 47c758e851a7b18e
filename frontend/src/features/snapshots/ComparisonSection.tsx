import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconEqual } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  differencesQuery,
  SNAPSHOT_PAGE_ROWS,
  type SnapshotComparison,
  type SnapshotDifference,
  snapshotNamesQuery,
} from '~/api/snapshots'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { formatCount } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { CursorPager } from '~/ui/CursorPager'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { TypedInput } from '~/ui/TypedInput'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { DIFFERENCE_KINDS } from './choices'
import { differenceColours, differenceNames } from './wording'

const route = getRouteApi('/console/snapshots')
const NOW = ''
const columns = perLanguage(() => [
  { label: t('Path'), width: '80%' },
  { label: t('What') },
  { label: t('Go on'), hidden: true },
])

type ComparisonProps = { path: string; earlier: string }

/** What became different from a snapshot to another one, or to now. */
export function ComparisonSection({ path, earlier }: ComparisonProps) {
  const { later, kind, q, place } = route.useSearch()
  const navigate = route.useNavigate()
  const differences = useQuery(differencesQuery({ path, earlier, later, kind, q, cursor: place }))
  const onKeyDown = useRowKeys({})
  const { data } = differences
  const filtered = kind !== undefined || q !== undefined
  return (
    <Section
      title={t('What became different')}
      aside={
        data && (
          <Text size="xs" c="dimmed">
            {t('Compared {time}', { time: formatDateTime(data.as_of) })}
          </Text>
        )
      }
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <StateSelects path={path} earlier={earlier} later={later} />
          <TypedInput
            label={t('Part of the path')}
            placeholder={t('report')}
            mono
            value={q}
            onChange={(typed) =>
              navigate({
                search: (old) => ({ ...old, q: typed, place: undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            w={220}
          />
        </Group>
        <KindButtons counts={data?.counts} />
        <TablePanel
          caption={t('Differences from {earlier} to {later}', {
            earlier,
            later: later ?? t('now'),
          })}
          columns={columns()}
          stale={differences.isPlaceholderData}
          onKeyDown={onKeyDown}
          instead={
            differences.isError ? (
              <ErrorState error={differences.error} onRetry={() => differences.refetch()} />
            ) : data?.items.length === 0 && place === undefined ? (
              <EmptyState
                icon={<IconEqual size={24} />}
                title={filtered ? t('No such difference') : t('Nothing is different')}
              />
            ) : undefined
          }
          footer={
            data &&
            !differences.isError && (
              <CursorPager
                cursor={place}
                nextCursor={data.next_cursor}
                shown={data.items.length}
                limit={SNAPSHOT_PAGE_ROWS}
                total={filtered ? undefined : { count: sumOf(data.counts), exact: true }}
                noun={t('differences')}
                onGo={(next, trail) =>
                  navigate({
                    search: (old) => ({ ...old, place: next }),
                    state: { trail },
                    resetScroll: false,
                  })
                }
              />
            )
          }
        >
          {data ? (
            data.items.map((each) => (
              <DifferenceRow key={`${each.kind} ${each.path}`} difference={each} {...{ data }} />
            ))
          ) : (
            <SkeletonRows rows={5} columns={columns().length} />
          )}
        </TablePanel>
      </Stack>
    </Section>
  )
}

type StateSelectsProps = ComparisonProps & { later: string | undefined }

/** Which two states are compared. */
function StateSelects({ path, earlier, later }: StateSelectsProps) {
  const names = useQuery(snapshotNamesQuery(path)).data ?? []
  const navigate = route.useNavigate()
  const known = (name: string | undefined) =>
    name === undefined || names.includes(name) ? names : [name, ...names]
  return (
    <>
      <Select
        label={t('From')}
        size="xs"
        w={220}
        allowDeselect={false}
        data={known(earlier)}
        value={earlier}
        onChange={(chosen) =>
          chosen &&
          navigate({
            search: (old) => ({ ...old, earlier: chosen, place: undefined }),
            resetScroll: false,
          })
        }
      />
      <Select
        label={t('Up to')}
        size="xs"
        w={220}
        allowDeselect={false}
        data={[
          { value: NOW, label: t('Now') },
          ...known(later).map((name) => ({ value: name, label: name })),
        ]}
        value={later ?? NOW}
        onChange={(chosen) =>
          navigate({
            search: (old) => ({ ...old, later: chosen || undefined, place: undefined }),
            resetScroll: false,
          })
        }
      />
    </>
  )
}

/** How many there are of each kind; one can be chosen. */
function KindButtons({ counts }: { counts: SnapshotComparison['counts'] | undefined }) {
  const { kind: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Group gap={6} role="group" aria-label={t('Kinds of differences')}>
      {DIFFERENCE_KINDS.map((kind) => (
        <Button
          key={kind}
          size="compact-xs"
          variant={chosen === kind ? 'light' : 'default'}
          aria-pressed={chosen === kind}
          onClick={() =>
            navigate({
              search: (old) => ({
                ...old,
                kind: chosen === kind ? undefined : kind,
                place: undefined,
              }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          {differenceNames()[kind]}
          {counts && ` ${formatCount(counts[kind])}`}
        </Button>
      ))}
    </Group>
  )
}

type DifferenceRowProps = { difference: SnapshotDifference; data: SnapshotComparison }

function DifferenceRow({ difference, data }: DifferenceRowProps) {
  const { kind, path, to_path } = difference
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <div>
          <TextLink
            to="/files"
            search={{ path: whereToLook(difference, data) }}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <PathText path={path} />
          </TextLink>
          {to_path !== null && (
            <Group gap={6} wrap="nowrap">
              <Text size="xs" c="dimmed">
                →
              </Text>
              <TextLink
                to="/files"
                search={{ path: inState(to_path, data.path, data.later) }}
                size="xs"
                style={{ minWidth: 0, minHeight: 24, display: 'flex', alignItems: 'center' }}
              >
                <PathText path={to_path} />
              </TextLink>
            </Group>
          )}
        </div>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={differenceColours[kind]} size="sm">
          {differenceNames()[kind]}
        </Badge>
      </Table.Td>
      <Table.Td w={40} py={2}>
        <DifferenceMenu difference={difference} data={data} />
      </Table.Td>
    </Table.Tr>
  )
}

/** What can be done about a difference: what the earlier state has can be had again. */
function DifferenceMenu({ difference, data }: DifferenceRowProps) {
  const { kind, path } = difference
  const refusal = useRefusalAt('restore', path)
  const navigate = route.useNavigate()
  return (
    <RowMenu name={path}>
      <ActionMenuItem
        disabledReason={
          refusal ?? (kind === 'created' ? t('The earlier state does not have it') : undefined)
        }
        onClick={() =>
          navigate({
            search: (old) => ({
              ...old,
              open: 'restore',
              about: inState(path, data.path, data.earlier),
            }),
            resetScroll: false,
          })
        }
      >
        {t('Restore from {snapshot}…', { snapshot: data.earlier })}
      </ActionMenuItem>
    </RowMenu>
  )
}

/** Where it is: what was deleted or renamed has its path in the earlier state alone. */
function whereToLook({ kind, path }: SnapshotDifference, data: SnapshotComparison): string {
  const earlier = kind === 'deleted' || kind === 'renamed'
  return inState(path, data.path, earlier ? data.earlier : data.later)
}

/** The way to a path as it is in a snapshot, null for now. */
export function inState(path: string, directory: string, snapshot: string | null): string {
  if (snapshot === null) return path
  const root = directory === '/' ? '' : directory
  return `${root}/.snapshot/${snapshot}${path.slice(root.length)}`
}

function sumOf({ created, deleted, modified, renamed }: SnapshotComparison['counts']): number {
  return created + deleted + modified + renamed
}
