import { Text } from '@mantine/core'
import { parentOf } from '~/format/path'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps } from '~/ui/useRowKeys'

/** The file of a block, with its details open; its inode's number while it has no path. */
export function FileLink({ path, inodeId }: { path: string | null; inodeId: number }) {
  if (path === null) {
    return (
      <Text span inherit c="dimmed">
        {t('being removed (inode {inodeId})', { inodeId })}
      </Text>
    )
  }
  return (
    <TextLink to="/files" search={{ path: parentOf(path), details: path }}>
      <PathText path={path} />
    </TextLink>
  )
}

/** Opens a block's details beside the list. */
export function BlockLink({ blockId }: { blockId: string }) {
  return (
    <TextLink
      to="/blocks"
      search={(old) => ({ ...old, block: blockId })}
      resetScroll={false}
      state={true}
      ff="monospace"
      fz="xs"
      {...rowLinkProps}
    >
      {blockId}
    </TextLink>
  )
}
