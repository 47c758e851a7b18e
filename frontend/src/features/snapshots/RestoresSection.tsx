import { Menu, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { maySomewhere, meQuery } from '~/api/auth'
import {
  cancelRestore,
  isUnfinished,
  restoresQuery,
  type SnapshotRestore,
  snapshotKeys,
} from '~/api/snapshots'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { perLanguage, served, t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { notifyError } from '~/ui/notify'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { Section } from '~/ui/Section'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { restoreStateNames } from './wording'

const columns = perLanguage(() => [
  { label: t('Restored to'), width: '40%' },
  { label: t('State') },
  { label: t('Files'), align: 'right' as const },
  { label: t('By') },
  { label: t('Asked for') },
  { label: t('Go on'), hidden: true },
])

/** The last restores out of snapshots of a directory; nothing where there were none. */
export function RestoresSection({ path }: { path: string }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const restores = useQuery({ ...restoresQuery(path), enabled: maySomewhere(me, 'restore') })
  const onKeyDown = useRowKeys({})
  const items = restores.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('Restores')}>
      <TablePanel
        caption={t('Restores out of snapshots of {path}, newest first', {
          path: visibleName(path),
        })}
        columns={columns()}
        onKeyDown={onKeyDown}
      >
        {items.map((restore) => (
          <RestoreRow key={restore.id} restore={restore} />
        ))}
      </TablePanel>
    </Section>
  )
}

function RestoreRow({ restore }: { restore: SnapshotRestore }) {
  const { source, to, actor, asked_at, files, files_done } = restore
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <div>
          <TextLink
            to="/files"
            search={{ path: to }}
            fw={550}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <PathText path={to} />
          </TextLink>
          <Text size="xs" c="dimmed" component="div">
            <PathText path={source} />
          </Text>
        </div>
      </Table.Td>
      <Table.Td>
        <RestoreState restore={restore} />
      </Table.Td>
      <Table.Td ta="right" title={formatBytes(restore.bytes_done)}>
        {t('{done} of {all}', { done: formatCount(files_done), all: formatCount(files) })}
      </Table.Td>
      <Table.Td>{actor}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(asked_at)}</Table.Td>
      <Table.Td w={40} py={2}>
        <RestoreMenu restore={restore} />
      </Table.Td>
    </Table.Tr>
  )
}

function RestoreState({ restore }: { restore: SnapshotRestore }) {
  const { state, size_bytes, bytes_done, left, errors, failed_why, to } = restore
  const percent = size_bytes === 0 ? 100 : (bytes_done / size_bytes) * 100
  return (
    <div>
      {restoreStateNames()[state]}
      {state === 'running' && (
        <Progress
          value={percent}
          size={4}
          mt={3}
          aria-label={t('Restored of {path}', { path: visibleName(to) })}
        />
      )}
      {left > 0 && (
        <Text
          size="xs"
          c="dimmed"
          title={errors
            .map(({ path, title }) => `${visibleName(path)}: ${served(title)}`)
            .join('\n')}
        >
          {t('{entries} left', { entries: plural(left, 'entry') })}
          {errors[0] && `: ${served(errors[0].title)}`}
        </Text>
      )}
      {failed_why !== '' && state !== 'done' && (
        <Text size="xs" c="dimmed">
          {served(failed_why)}
        </Text>
      )}
    </div>
  )
}

function RestoreMenu({ restore }: { restore: SnapshotRestore }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: cancelRestore,
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: snapshotKeys.all }),
  })
  return (
    <RowMenu name={restore.to}>
      <ActionMenuItem
        disabledReason={isUnfinished(restore) ? undefined : t('It has ended')}
        onClick={() => cancel.mutate(restore.id)}
      >
        {t('Cancel before its next file')}
      </ActionMenuItem>
      <Menu.Item
        renderRoot={(props) => <Link to="/files" search={{ path: restore.to }} {...props} />}
      >
        {t('Open in Files')}
      </Menu.Item>
    </RowMenu>
  )
}
