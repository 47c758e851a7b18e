import { Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { changesQuery, type InodeChange } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { describeChange } from './changed'

const columns = perLanguage(() => [
  { label: t('When') },
  { label: t('What was changed'), width: '46%' },
  { label: t('Size then'), align: 'right' as const },
  { label: t('Owner then') },
])

/** What was changed of a file or directory, newest first, as far back as was looked. */
export function ChangesSection({ path }: { path: string }) {
  const changes = useInfiniteQuery(changesQuery(path))
  const pages = changes.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const since = pages.at(-1)?.looked_since
  return (
    <Section title={t('Changes')}>
      <TablePanel
        caption={t('What was changed, newest first')}
        columns={columns()}
        instead={
          changes.isError && !changes.data ? (
            <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
          ) : undefined
        }
      >
        {changes.data ? (
          items.map((change, at) => (
            <ChangeRow key={change.sequence} change={change} before={items[at + 1]} />
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
      <Group gap="xs" mt="xs">
        {changes.hasNextPage && (
          <ActionButton
            size="xs"
            variant="default"
            loading={changes.isFetchingNextPage}
            onClick={() => void changes.fetchNextPage()}
          >
            {t('Look further back')}
          </ActionButton>
        )}
        <Text size="xs" c="dimmed">
          {changes.hasNextPage
            ? since && (
                <>
                  {t('Looked at all changes since')} <Age time={since} />
                </>
              )
            : changes.data && t('Older changes are not kept.')}{' '}
          <TextLink to="/audit" search={{ path }} underline="always">
            {t('By whom it was changed here (audit)')}
          </TextLink>
        </Text>
      </Group>
    </Section>
  )
}

function ChangeRow({ change, before }: { change: InodeChange; before: InodeChange | undefined }) {
  return (
    <Table.Tr>
      <Table.Td>{formatDateTime(change.at)}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{describeChange(change, before)}</Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(change.size_bytes)}>
        {formatBytes(change.size_bytes)}
      </Table.Td>
      <Table.Td>{`${change.owner}:${change.group}`}</Table.Td>
    </Table.Tr>
  )
}
