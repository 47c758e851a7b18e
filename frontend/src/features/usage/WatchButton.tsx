import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwatchDirectory, watchDirectory, watchedKeys, watchedQuery } from '~/api/watched'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone, notifyError } from '~/ui/notify'

type WatchButtonProps = { path: string; inodeId: number }

/** Has the past of a directory kept, however small it is, or no more. */
export function WatchButton({ path, inodeId }: WatchButtonProps) {
  const refusal = useRefusalAt('watch', path)
  const queryClient = useQueryClient()
  const watched = useQuery(watchedQuery())
  const isWatched = watched.data?.items.some(({ inode_id }) => inode_id === inodeId) ?? false
  const change = useMutation({
    mutationFn: async () => {
      if (isWatched) await unwatchDirectory(inodeId)
      else await watchDirectory(path)
    },
    onSuccess: () => {
      notifyDone(
        isWatched ? t('No longer watched') : t('Its past is kept from now on'),
        visibleName(path),
      )
      void queryClient.invalidateQueries({ queryKey: watchedKeys.all })
    },
    onError: notifyError,
  })
  const Icon = isWatched ? IconEyeOff : IconEye
  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<Icon size={14} />}
      loading={change.isPending}
      disabledReason={refusal ?? (watched.data ? undefined : t('What is watched is not known yet'))}
      onClick={() => change.mutate()}
    >
      {isWatched ? t('Stop keeping its past') : t('Keep its past')}
    </ActionButton>
  )
}
