import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { renameSnapshot, type Snapshot, snapshotKeys, snapshotQuery } from '~/api/snapshots'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { NameForm } from './NameForm'

type RenameFormProps = { path: string; name: string; onClose: () => void }

/** Asks for another name of a snapshot. */
export function RenameForm({ path, name, onClose }: RenameFormProps) {
  const snapshot = useQuery(snapshotQuery(path, name))
  if (snapshot.isError) return <ErrorState error={snapshot.error} />
  return snapshot.data ? <RenameBody snapshot={snapshot.data} onClose={onClose} /> : null
}

function RenameBody({ snapshot, onClose }: { snapshot: Snapshot; onClose: () => void }) {
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => renameSnapshot(snapshot, name),
    onSuccess: ({ name }) => {
      notifyDone(t('The snapshot is renamed'), name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">{t('Paths into the snapshot change with its name.')}</Text>
      <NameForm initial={snapshot.name} label={t('Rename')} change={rename} onClose={onClose} />
    </Stack>
  )
}
