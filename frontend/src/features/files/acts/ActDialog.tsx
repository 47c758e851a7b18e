import { Modal, Text } from '@mantine/core'
import { perLanguage, t } from '~/i18n/t'
import type { FileAct } from './acts'
import { MoveForm } from './MoveForm'
import { NewDirectoryForm } from './NewDirectoryForm'
import { PermissionsForm } from './PermissionsForm'
import { UploadForm } from './UploadForm'

const titles = perLanguage(
  (): Record<FileAct, string> => ({
    directory: t('New directory'),
    upload: t('Upload files'),
    move: t('Rename or move'),
    permissions: t('Permissions'),
  }),
)

type ActDialogProps = {
  act: FileAct | undefined
  /** The directory that is listed. */
  directory: string
  /** The entry whose details are open, or the directory. */
  path: string
  onClose: () => void
  /** Something has another path now. */
  onMoved: (to: string) => void
}

/** Asks for what is needed before something is done at once. */
export function ActDialog({ act, onClose, ...about }: ActDialogProps) {
  return (
    <Modal
      opened={act !== undefined}
      onClose={onClose}
      // A click beside it ends no upload.
      closeOnClickOutside={act !== 'upload'}
      title={<Text fw={620}>{act && titles()[act]}</Text>}
    >
      {act && <Body act={act} onClose={onClose} {...about} />}
    </Modal>
  )
}

function Body({ act, directory, path, onClose, onMoved }: ActDialogProps & { act: FileAct }) {
  switch (act) {
    case 'directory':
      return <NewDirectoryForm directory={directory} onClose={onClose} />
    case 'upload':
      return <UploadForm directory={directory} onClose={onClose} />
    case 'move':
      return <MoveForm path={path} onClose={onClose} onMoved={onMoved} />
    case 'permissions':
      return <PermissionsForm path={path} onClose={onClose} />
  }
}
