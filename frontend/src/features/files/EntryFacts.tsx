import { Text } from '@mantine/core'
import type { Entry } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { plural } from '~/format/count'
import { formatMode } from '~/format/mode'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { kindLabel } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'

/** What a listing says of an entry, and more. */
export function EntryFacts({ entry }: { entry: Entry }) {
  return (
    <Facts>
      <Fact name={t('Path')}>
        <PathText path={entry.path} wrap /> <CopyButton value={entry.path} what={t('path')} />
      </Fact>
      <Fact name={t('Kind')}>
        {kindLabel(entry.kind)}
        {entry.open_for_write && t(', being written')}
      </Fact>
      {entry.symlink_target !== null && (
        <Fact name={t('Points to')}>
          <PathText path={entry.symlink_target} wrap />
        </Fact>
      )}
      {entry.kind === 'file' && (
        <>
          <Fact name={t('Size')}>
            {formatBytes(entry.size_bytes)}{' '}
            <Text span size="xs" c="dimmed">
              {formatBytesExactly(entry.size_bytes)}
            </Text>
          </Fact>
          <Fact name={t('Bytes')}>
            {entry.in_database
              ? t('in the database')
              : entry.size_bytes === 0
                ? t('none')
                : t('in blocks on datanodes')}
          </Fact>
          <Fact name={t('Replication')}>{entry.replication}</Fact>
          <Fact name={t('Block size')}>{formatBytes(entry.block_size_bytes)}</Fact>
        </>
      )}
      {entry.children_count !== null && (
        <Fact name={t('Children')}>{plural(entry.children_count, 'entry')}</Fact>
      )}
      <Fact name={t('Owner')}>
        {entry.owner} : {entry.group}
      </Fact>
      <Fact name={t('Mode')}>
        <Text span ff="monospace" fz="xs">
          {formatMode(entry.mode)}
        </Text>{' '}
        <Text span size="xs" c="dimmed">
          {entry.mode}
        </Text>
      </Fact>
      <Fact name={t('Modified')}>{formatDateTime(entry.mtime)}</Fact>
      {entry.kind === 'file' && <Fact name={t('Read')}>{formatDateTime(entry.atime)}</Fact>}
      <Fact name={t('Inode')}>{entry.inode_id}</Fact>
    </Facts>
  )
}
