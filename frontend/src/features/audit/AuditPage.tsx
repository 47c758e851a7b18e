import { Button, Code, Paper, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import {
  AUDIT_PAGE_ROWS,
  type AuditEntry,
  type AuditFilter,
  auditFileUrl,
  auditQuery,
} from '~/api/audit'
import { formatDateTime, startOfDay, startOfNextDay } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Filters } from '~/ui/Filters'
import { Page } from '~/ui/Page'
import { PathText } from '~/ui/PathText'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { outcomeNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { TypedInput } from '~/ui/TypedInput'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { AuditChange } from './AuditChange'

const route = getRouteApi('/console/audit')

const columns = perLanguage(() => [
  { label: t('When'), width: 190 },
  { label: t('Who') },
  { label: t('Action') },
  { label: t('Path'), width: '38%' },
  { label: t('Outcome') },
  { label: t('Job') },
])

export function AuditPage() {
  const { from, to, entry, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const filter: AuditFilter = {
    ...search,
    since: from && startOfDay(from),
    until: to && startOfNextDay(to),
  }
  const audit = useQuery(auditQuery(filter))
  const onKeyDown = useRowKeys({})
  const ask = (change: {
    actor?: string
    action?: string
    path?: string
    from?: string
    to?: string
  }) =>
    navigate({
      search: (old) => ({ ...old, ...change, cursor: undefined, entry: undefined }),
      replace: true,
    })
  const filters = [search.actor, search.action, search.path, from, to].filter(Boolean).length

  return (
    <Page
      title={t('Audit')}
      description={
        <Trans
          message="What was done through Warren's platform: every change and every login. Administrators see all; others see what they did themselves. Calls of HDFS clients are not here: each namenode logs them in the file <code>logs/hdfs-audit-NAMENODE.log</code> of its data folder, and what a job does there under the name of its user."
          parts={{ code: (text) => <Code>{text}</Code> }}
        />
      }
      aside={
        <>
          {audit.dataUpdatedAt > 0 && (
            <DataAge time={audit.dataUpdatedAt} refetching={audit.isFetching} />
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            component="a"
            href={auditFileUrl(filter)}
            download="audit.csv"
          >
            {t('Export CSV')}
          </Button>
        </>
      }
    >
      <Paper p="md" component="search">
        <Filters set={filters}>
          <TypedInput
            label={t('Who')}
            placeholder={t('Part of a name')}
            value={search.actor}
            onChange={(actor) => ask({ actor })}
            w={130}
          />
          <TypedInput
            label={t('Action')}
            placeholder={t('Part: job, token…')}
            value={search.action}
            onChange={(action) => ask({ action })}
            w={150}
          />
          <TypedInput
            label={t('At or below')}
            placeholder="/"
            mono
            value={search.path}
            check={(path) => (path.startsWith('/') ? undefined : t('Starts with /'))}
            onChange={(path) => ask({ path })}
            w={260}
          />
          <TypedInput
            label={t('From')}
            type="date"
            value={from}
            onChange={(day) => ask({ from: day })}
            w={140}
          />
          <TypedInput
            label={t('To')}
            type="date"
            value={to}
            onChange={(day) => ask({ to: day })}
            w={140}
          />
        </Filters>
      </Paper>
      <TablePanel
        caption={t('Audit log, newest first')}
        columns={columns()}
        stale={audit.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          audit.isError && !audit.data ? (
            <ErrorState error={audit.error} onRetry={() => audit.refetch()} />
          ) : audit.data?.items.length === 0 ? (
            <EmptyState
              icon={<IconHistory size={24} />}
              title={filters > 0 ? t('Nothing matches the filters') : t('Nothing has happened yet')}
            >
              {filters > 0
                ? t('Clear a filter to see more.')
                : t('Changes appear here as they are made.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          audit.data && (
            <CursorPager
              cursor={search.cursor}
              nextCursor={audit.data.next_cursor}
              shown={audit.data.items.length}
              limit={AUDIT_PAGE_ROWS}
              noun={t('entries')}
              onGo={(cursor, trail) =>
                navigate({
                  search: (old) => ({ ...old, cursor, entry: undefined }),
                  state: { trail },
                })
              }
            />
          )
        }
      >
        {audit.data ? (
          audit.data.items.map((item) => (
            <AuditRow key={item.id} item={item} open={String(item.id) === entry} />
          ))
        ) : (
          <SkeletonRows rows={10} columns={columns().length} />
        )}
      </TablePanel>
    </Page>
  )
}

const OUTCOME_TONES: Record<AuditEntry['outcome'], Tone> = {
  accepted: 'off',
  succeeded: 'good',
  failed: 'bad',
  denied: 'bad',
  cancelled: 'off',
}

function AuditRow({ item, open }: { item: AuditEntry; open: boolean }) {
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <Table.Tr data-selected={open || undefined}>
        <Table.Td style={{ whiteSpace: 'nowrap' }}>
          <TextLink
            to="/audit"
            search={(old) => ({ ...old, entry: open ? undefined : String(item.id) })}
            replace
            resetScroll={false}
            state={true}
            aria-expanded={open}
            style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}
            {...rowLinkProps}
          >
            <Chevron size={14} aria-hidden="true" />
            {formatDateTime(item.at)}
          </TextLink>
        </Table.Td>
        <Table.Td>{item.actor}</Table.Td>
        <Table.Td>
          <Text span ff="monospace" fz="xs">
            {item.action}
          </Text>
        </Table.Td>
        <Table.Td maw={0}>{item.path && <PathText path={item.path} />}</Table.Td>
        <Table.Td>
          <StatusDot tone={OUTCOME_TONES[item.outcome]}>{outcomeNames()[item.outcome]}</StatusDot>
        </Table.Td>
        <Table.Td>
          {item.job_id !== null && (
            <TextLink to="/jobs/$jobId" params={{ jobId: item.job_id }}>
              {item.job_id}
            </TextLink>
          )}
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr data-selected>
          <Table.Td colSpan={columns().length}>
            <AuditChange item={item} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}
