import { Modal, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { perLanguage, t } from '~/i18n/t'
import { AllowForm } from './AllowForm'
import type { SnapshotDialog } from './choices'
import { DeleteQuestion } from './DeleteQuestion'
import { DisallowQuestion } from './DisallowQuestion'
import { RenameForm } from './RenameForm'
import { RestoreForm } from './RestoreForm'
import { TakeForm } from './TakeForm'

const route = getRouteApi('/console/snapshots')
const titles = perLanguage(
  (): Record<SnapshotDialog, string> => ({
    allow: t('Allow snapshots'),
    disallow: t('Disallow snapshots?'),
    take: t('Take a snapshot'),
    rename: t('Rename the snapshot'),
    delete: t('Delete the snapshot?'),
    restore: t('Restore'),
  }),
)

/** What is asked for before something about snapshots is changed. */
export function SnapshotDialogs() {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () =>
    navigate({
      search: (old) => ({ ...old, open: undefined, about: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Modal
      opened={open !== undefined}
      onClose={close}
      title={<Text fw={620}>{open && titles()[open]}</Text>}
    >
      {open && <Body open={open} onClose={close} />}
    </Modal>
  )
}

function Body({ open, onClose }: { open: SnapshotDialog; onClose: () => void }) {
  const { path = '/', prefix, about = '' } = route.useSearch()
  switch (open) {
    case 'allow':
      return <AllowForm path={about || prefix || '/'} onClose={onClose} />
    case 'disallow':
      return <DisallowQuestion path={about} onClose={onClose} />
    case 'take':
      return <TakeForm path={about || path} onClose={onClose} />
    case 'rename':
      return <RenameForm path={path} name={about} onClose={onClose} />
    case 'delete':
      return <DeleteQuestion path={path} name={about} onClose={onClose} />
    case 'restore':
      return <RestoreForm source={about} onClose={onClose} />
  }
}
