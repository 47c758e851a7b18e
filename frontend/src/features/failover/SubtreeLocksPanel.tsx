import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SUBTREE_OPERATIONS_SHOWN_MAX, subtreeOperationsQuery } from '~/api/cluster'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Path'), width: '45%' },
  { label: t('Operation') },
  { label: t('Owner') },
  { label: t('Since') },
])

export function SubtreeLocksPanel() {
  const locks = useQuery(subtreeOperationsQuery())
  return (
    <Section title={t('Subtree locks held')}>
      <TablePanel
        caption={t('Subtree locks that are held now')}
        columns={columns()}
        instead={
          locks.isError && !locks.data ? (
            <ErrorState error={locks.error} onRetry={() => locks.refetch()} />
          ) : locks.data?.items.length === 0 ? (
            <EmptyState icon={<IconLock size={24} />} title={t('No subtree is locked')}>
              {t(
                'Moves, deletes and quota changes of whole directories hold a lock while they run.',
              )}
            </EmptyState>
          ) : undefined
        }
        footer={
          locks.data?.next_cursor && (
            <Text size="xs" c="dimmed" px="sm" py={8}>
              {t(
                'The first {SUBTREE_OPERATIONS_SHOWN_MAX} are shown; `bin/warren subtree list` shows all.',
                { SUBTREE_OPERATIONS_SHOWN_MAX },
              )}
            </Text>
          )
        }
      >
        {locks.data ? (
          locks.data.items.map((lock) => (
            <Table.Tr key={lock.inode_id}>
              <Table.Td maw={0}>
                <PathText path={lock.path} />
              </Table.Td>
              <Table.Td>
                {lock.operation}{' '}
                <Text span inherit c="dimmed">
                  {t('by {user}', { user: lock.user })}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusDot tone={lock.owner_live ? 'good' : 'bad'}>
                  {lock.owner ?? t('id {owner_id}', { owner_id: lock.owner_id })}
                  {!lock.owner_live && t(' (gone)')}
                </StatusDot>
              </Table.Td>
              <Table.Td>
                <Age time={lock.started_at} />
              </Table.Td>
            </Table.Tr>
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}
