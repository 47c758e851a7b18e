import { Text } from '@mantine/core'
import type { Entry } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { plural } from '~/format/count'
import { formatMode } from '~/format/mode'
import { formatDateTime } from '~/format/time'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { kindLabel } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'

/** What a listing says of an entry, and more. */
export function EntryFacts({ entry }: { entry: Entry }) {
  return (
    <Facts>
      <Fact name="Path">
        <PathText path={entry.path} wrap /> <CopyButton value={entry.path} what="path" />
      </Fact>
      <Fact name="Kind">
        {kindLabel(entry.kind)}
        {entry.open_for_write && ', being written'}
      </Fact>
      {entry.symlink_target !== null && (
        <Fact name="Points to">
          <PathText path={entry.symlink_target} wrap />
        </Fact>
      )}
      {entry.kind === 'file' && (
        <>
          <Fact name="Size">
            {formatBytes(entry.size_bytes)}{' '}
            <Text span size="xs" c="dimmed">
              {formatBytesExactly(entry.size_bytes)}
            </Text>
          </Fact>
          <Fact name="Bytes">
            {entry.in_database
              ? 'in the database'
              : entry.size_bytes === 0
                ? 'none'
                : 'in blocks on datanodes'}
          </Fact>
          <Fact name="Replication">{entry.replication}</Fact>
          <Fact name="Block size">{formatBytes(entry.block_size_bytes)}</Fact>
        </>
      )}
      {entry.children_count !== null && (
        <Fact name="Children">{plural(entry.children_count, 'entry')}</Fact>
      )}
      <Fact name="Owner">
        {entry.owner} : {entry.group}
      </Fact>
      <Fact name="Mode">
        <Text span ff="monospace" fz="xs">
          {formatMode(entry.mode)}
        </Text>{' '}
        <Text span size="xs" c="dimmed">
          {entry.mode}
        </Text>
      </Fact>
      <Fact name="Modified">{formatDateTime(entry.mtime)}</Fact>
      {entry.kind === 'file' && <Fact name="Read">{formatDateTime(entry.atime)}</Fact>}
      <Fact name="Inode">{entry.inode_id}</Fact>
    </Facts>
  )
}
