import { Badge, Group, Text } from '@mantine/core'
import { IconPlus, IconSnowflake } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deleteWindow, type FreezeWindow, guardKeys, liftWindow, windowsQuery } from '~/api/guard'
import { markedBy } from '~/features/jobs/wording'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { DeleteGuarded } from './DeleteGuarded'
import { WindowEditor } from './WindowEditor'
import { whenOf } from './window-form'

const route = getRouteApi('/console/guard')

const columns = perLanguage(() => [
  { label: t('Window'), width: '20%' },
  { label: t('When (UTC)'), width: '24%' },
  { label: t('Covers'), width: '26%' },
  { label: t('Now') },
  { label: t('Actions'), align: 'right' as const, hidden: true },
])

/** The times in which jobs don't begin to act. */
export function WindowsPanel({ isAdmin }: { isAdmin: boolean }) {
  const { open, id } = route.useSearch()
  const navigate = route.useNavigate()
  const windows = useQuery(windowsQuery())
  const items = windows.data?.items
  const opened = items?.find((window) => window.id === id)
  const close = () => navigate({ search: {}, replace: true })
  return (
    <Section
      title={t('Freeze windows')}
      aside={
        <ActionButton
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabledReason={isAdmin ? undefined : t('Administrators make windows')}
          onClick={() => navigate({ search: { open: 'create-window' } })}
        >
          {t('New window')}
        </ActionButton>
      }
    >
      <TablePanel
        caption={t('Windows in which jobs don’t begin')}
        columns={columns()}
        instead={
          windows.isError && !items ? (
            <ErrorState error={windows.error} onRetry={() => windows.refetch()} />
          ) : items?.length === 0 ? (
            <EmptyState icon={<IconSnowflake size={24} />} title={t('Jobs may begin at any time')}>
              {t('In a window, jobs that it covers are refused; dry runs stay allowed.')}
            </EmptyState>
          ) : undefined
        }
      >
        {items ? (
          items.map((window) => <WindowRow key={window.id} window={window} isAdmin={isAdmin} />)
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
      {isAdmin && (
        <>
          <WindowEditor
            shown={
              open === 'create-window'
                ? { at: 'create' }
                : open === 'edit-window' && opened
                  ? { at: 'edit', window: opened }
                  : undefined
            }
            onClose={close}
          />
          <DeleteGuarded
            what={t('window')}
            item={open === 'delete-window' ? opened : undefined}
            remove={deleteWindow}
            onClose={close}
          >
            {t('Jobs that it holds go on.')}
          </DeleteGuarded>
        </>
      )}
    </Section>
  )
}

function WindowRow({ window, isAdmin }: { window: FreezeWindow; isAdmin: boolean }) {
  const { name, holds_running } = window
  const covers = markedBy({ ...window, inodes_min: null, size_bytes_min: null })
  return (
    <Table.Tr>
      <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Table.Td>
      <Table.Td>{whenOf(window)}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {covers}
        {holds_running && t('; also those that run')}
      </Table.Td>
      <Table.Td>
        <Now window={window} />
      </Table.Td>
      <Table.Td ta="right">{isAdmin && <WindowActions window={window} />}</Table.Td>
    </Table.Tr>
  )
}

function Now({ window: { holds_until, lifted_until } }: { window: FreezeWindow }) {
  if (holds_until !== null) {
    return (
      <Badge color="blue">
        {t('holds until {holds_until}', { holds_until: formatDateTime(holds_until) })}
      </Badge>
    )
  }
  if (lifted_until !== null && Date.parse(lifted_until) > Date.now()) {
    return (
      <Badge color="orange">
        {t('lifted until {lifted_until}', { lifted_until: formatDateTime(lifted_until) })}
      </Badge>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {t('does not hold')}
    </Text>
  )
}

function WindowActions({ window: { id, name, holds_until } }: { window: FreezeWindow }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const lift = useMutation({
    mutationFn: () => liftWindow(id),
    onSuccess: () => notifyDone(t('Window lifted'), name),
    onSettled: () => queryClient.invalidateQueries({ queryKey: guardKeys.all }),
  })
  return (
    <>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {holds_until !== null && (
          <ActionButton
            size="compact-sm"
            loading={lift.isPending}
            aria-label={t('Lift: {name}', { name })}
            onClick={() => lift.mutate()}
          >
            {t('Lift')}
          </ActionButton>
        )}
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={t('Change: {name}', { name })}
          onClick={() => navigate({ search: { open: 'edit-window', id } })}
        >
          {t('Change')}
        </ActionButton>
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={t('Delete: {name}', { name })}
          onClick={() => navigate({ search: { open: 'delete-window', id } })}
        >
          {t('Delete')}
        </ActionButton>
      </Group>
      {lift.isError && <ErrorState error={lift.error} />}
    </>
  )
}
