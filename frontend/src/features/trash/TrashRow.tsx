import { Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TRASH_JOBS, TrashEntry } from '~/api/trash'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { parentOf, visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { TICKED_MAX } from '~/ui/ticked'
import { useNow } from '~/ui/useNow'
import { rowLinkProps } from '~/ui/useRowKeys'
import { contentText, emptiedText } from './wording'

type TrashRowProps = {
  entry: TrashEntry
  ticked: boolean
  /** Whether another one may be ticked. */
  mayTick: boolean
  onTick: () => void
  onJob: (job: (typeof TRASH_JOBS)[number]) => void
}

export function TrashRow({ entry, ticked, mayTick, onTick, onJob }: TrashRowProps) {
  const { kind, former_path, user, length_bytes, space_bytes, deleted_at } = entry
  const content = contentText(entry)
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap">
          <Checkbox
            size="xs"
            aria-label={t('Tick {former_path}', { former_path: visibleName(former_path) })}
            checked={ticked}
            disabled={!ticked && !mayTick}
            title={
              ticked || mayTick
                ? undefined
                : t('No more than {TICKED_MAX} can be ticked', { TICKED_MAX })
            }
            onChange={onTick}
          />
          <KindIcon kind={kind} />
          <TextLink
            to="/files"
            search={placeInFiles(entry)}
            fw={550}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <PathText path={former_path} />
          </TextLink>
        </Group>
        {content && (
          <Text size="xs" c="dimmed">
            {content}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{user}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {entry.deleted_at_is_exact ? (
          <Age time={deleted_at} />
        ) : (
          <span title={t('The changes that are kept don’t tell the moment')}>
            <Trans message="{age} or before" values={{ age: <Age time={deleted_at} /> }} />
          </span>
        )}
      </Table.Td>
      <Table.Td
        ta="right"
        title={
          length_bytes === null || space_bytes === null
            ? t('Your role does not include what directories hold')
            : t('{length_bytes}; with replicas {space_bytes}', {
                length_bytes: formatBytesExactly(length_bytes),
                space_bytes: formatBytes(space_bytes),
              })
        }
      >
        {length_bytes === null ? <span aria-hidden="true">–</span> : formatBytes(length_bytes)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <EmptiedAt time={entry.emptied_at} />
      </Table.Td>
      <Table.Td w={40} py={2}>
        <TrashMenu entry={entry} onJob={onJob} />
      </Table.Td>
    </Table.Tr>
  )
}

function EmptiedAt({ time }: { time: string | null }) {
  const nowMs = useNow()
  if (time === null)
    return (
      <Text span inherit c="dimmed" title={t('Nobody empties it, or nothing tells when')}>
        {t('not known')}
      </Text>
    )
  return (
    <time dateTime={time} title={`${formatDateTime(time)} UTC`}>
      {emptiedText(time, nowMs)}
    </time>
  )
}

/** A directory is opened, anything else shown among what lies beside it. */
function placeInFiles({ kind, path }: TrashEntry) {
  return kind === 'directory' ? { path } : { path: parentOf(path), details: path }
}

function TrashMenu({ entry, onJob }: Pick<TrashRowProps, 'entry' | 'onJob'>) {
  const { path, former_path } = entry
  // What is restored is judged by where it was, what is deleted by where it lies.
  const noRestore = useRefusalAt('restore', former_path)
  const noDelete = useRefusalAt('delete_for_good', path)
  return (
    <RowMenu name={former_path}>
      <ActionMenuItem
        leftSection={<IconRestore size={15} />}
        disabledReason={noRestore}
        onClick={() => onJob('restore')}
      >
        {t('Restore…')}
      </ActionMenuItem>
      <ActionMenuItem
        leftSection={<IconTrash size={15} />}
        color="red"
        disabledReason={noDelete}
        onClick={() => onJob('delete')}
      >
        {t('Delete for good…')}
      </ActionMenuItem>
      <Menu.Item
        renderRoot={(props) => <Link to="/files" search={placeInFiles(entry)} {...props} />}
      >
        {t('Open in Files')}
      </Menu.Item>
    </RowMenu>
  )
}
