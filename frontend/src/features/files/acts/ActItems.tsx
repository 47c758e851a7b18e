import { Menu } from '@mantine/core'
import {
  IconCamera,
  IconDownload,
  IconFolderPlus,
  IconKey,
  IconPencil,
  IconRestore,
  IconUpload,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, type Permission, refusalAt } from '~/api/auth'
import { contentAddress, requireReadable } from '~/api/files'
import type { Entry } from '~/api/namespace'
import { nameOf, ROOT } from '~/format/path'
import { snapshottedOf } from '~/format/snapshot'
import { perLanguage, t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { notifyError } from '~/ui/notify'
import type { FileAct } from './acts'

const icons: Record<FileAct, typeof IconKey> = {
  directory: IconFolderPlus,
  upload: IconUpload,
  move: IconPencil,
  permissions: IconKey,
}
const labels = perLanguage(
  (): Record<FileAct, string> => ({
    directory: t('New directory…'),
    upload: t('Upload files…'),
    move: t('Rename or move…'),
    permissions: t('Permissions…'),
  }),
)
const permissionFor: Record<FileAct, Permission> = {
  directory: 'write_files',
  upload: 'write_files',
  move: 'write_files',
  permissions: 'change_owners',
}

type ActItemsProps = {
  path: string
  kind: Entry['kind'] | undefined
  acts: readonly FileAct[]
  onAct: (act: FileAct) => void
}

/** What can be done with an entry at once; what can't be says why. */
export function ActItems({ path, kind, acts, onAct }: ActItemsProps) {
  const { data: me } = useSuspenseQuery(meQuery())
  const snapshotted = snapshottedOf(path)
  return (
    <>
      <Menu.Label>{t('At once')}</Menu.Label>
      {kind === 'file' && (
        <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => void download(path)}>
          {t('Download')}
        </Menu.Item>
      )}
      {acts.map((act) => {
        const Icon = icons[act]
        return (
          <ActionMenuItem
            key={act}
            leftSection={<Icon size={15} />}
            disabledReason={refusalAt(me, [permissionFor[act]], path) ?? whyNot(act, path, kind)}
            onClick={() => onAct(act)}
          >
            {labels()[act]}
          </ActionMenuItem>
        )
      })}
      {snapshotted !== undefined && (
        <Menu.Item
          leftSection={<IconRestore size={15} />}
          renderRoot={(props) => (
            <Link
              to="/snapshots"
              search={{ path: snapshotted, open: 'restore', about: path }}
              {...props}
            />
          )}
        >
          {t('Restore from the snapshot…')}
        </Menu.Item>
      )}
      {kind === 'directory' && snapshotted === undefined && (
        <Menu.Item
          leftSection={<IconCamera size={15} />}
          renderRoot={(props) => <Link to="/snapshots" search={{ path }} {...props} />}
        >
          {t('Its snapshots')}
        </Menu.Item>
      )}
      <Menu.Label>{t('As a job')}</Menu.Label>
    </>
  )
}

function whyNot(act: FileAct, path: string, kind: Entry['kind'] | undefined): string | undefined {
  if (kind === undefined) return t('There is nothing at this path')
  if (snapshottedOf(path) !== undefined) return t('A snapshot can’t be changed')
  if (act === 'move' && path === ROOT) return t('The root directory can’t be moved')
  return undefined
}

/** Has the browser keep a file, once it is sure that it can be read. */
async function download(path: string) {
  try {
    await requireReadable(path)
  } catch (error) {
    notifyError(error)
    return
  }
  const link = document.createElement('a')
  link.href = contentAddress(path)
  link.download = nameOf(path)
  link.click()
}
