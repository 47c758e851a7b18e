import { Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TRASH_JOBS, TrashEntry } from '~/api/trash'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { parentOf, visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
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
            aria-label={`Tick ${visibleName(former_path)}`}
            checked={ticked}
            disabled={!ticked && !mayTick}
            title={ticked || mayTick ? undefined : `No more than ${TICKED_MAX} can be ticked`}
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
          <span title="The changes that are kept don’t tell the moment">
            <Age time={deleted_at} /> or before
          </span>
        )}
      </Table.Td>
      <Table.Td
        ta="right"
        title={
          length_bytes === null || space_bytes === null
            ? 'Your role does not include what directories hold'
            : `${formatBytesExactly(length_bytes)}; with replicas ${formatBytes(space_bytes)}`
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
      <Text span inherit c="dimmed" title="Nobody empties it, or nothing tells when">
        not known
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
        Restore…
      </ActionMenuItem>
      <ActionMenuItem
        leftSection={<IconTrash size={15} />}
        color="red"
        disabledReason={noDelete}
        onClick={() => onJob('delete')}
      >
        Delete for good…
      </ActionMenuItem>
      <Menu.Item
        renderRoot={(props) => <Link to="/files" search={placeInFiles(entry)} {...props} />}
      >
        Open in Files
      </Menu.Item>
    </RowMenu>
  )
}
