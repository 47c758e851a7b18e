import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  disallowSnapshots,
  type SnapshottableDirectory,
  snapshotKeys,
  snapshottableQuery,
} from '~/api/snapshots'
import { Confirm } from '~/features/users/Confirm'
import { visibleName } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type DisallowQuestionProps = { path: string; onClose: () => void }

/** Asks before no snapshots of a directory may be taken any more. */
export function DisallowQuestion({ path, onClose }: DisallowQuestionProps) {
  const directories = useQuery(snapshottableQuery({ prefix: path }))
  if (directories.isError) return <ErrorState error={directories.error} />
  const directory = directories.data?.items.find((each) => each.path === path)
  if (directory) return <DisallowBody directory={directory} onClose={onClose} />
  return directories.data ? (
    <Text size="sm">{t('No snapshots may be taken of it now.')}</Text>
  ) : null
}

type DisallowBodyProps = { directory: SnapshottableDirectory; onClose: () => void }

function DisallowBody({ directory, onClose }: DisallowBodyProps) {
  const queryClient = useQueryClient()
  const disallow = useMutation({
    mutationFn: () => disallowSnapshots(directory),
    onSuccess: () => {
      notifyDone(t('Snapshots are not allowed any more'), directory.path)
      onClose()
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans
          message="No more snapshots of <b>{path}</b> can be taken until they are allowed again. It has none now."
          values={{ path: visibleName(directory.path) }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      <Confirm change={disallow} label={t('Disallow')} onClose={onClose} />
    </Stack>
  )
}
