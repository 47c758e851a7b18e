import { Group } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, refusalAnywhere } from '~/api/auth'
import type { TRASH_JOBS } from '~/api/trash'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'

type TickedActionsProps = {
  count: number
  onJob: (job: (typeof TRASH_JOBS)[number]) => void
  onClear: () => void
}

/** One job for all entries that are ticked, on whichever page they are. */
export function TickedActions({ count, onJob, onClear }: TickedActionsProps) {
  const { data: me } = useSuspenseQuery(meQuery())
  const none = count === 0 ? t('Tick entries first') : undefined
  const entries = count === 0 ? t('ticked') : plural(count, 'entry')
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        size="xs"
        leftSection={<IconRestore size={14} />}
        disabledReason={refusalAnywhere(me, 'restore') ?? none}
        onClick={() => onJob('restore')}
      >
        {t('Restore {entries}…', { entries })}
      </ActionButton>
      <ActionButton
        variant="default"
        size="xs"
        c={none ? undefined : 'red'}
        leftSection={<IconTrash size={14} />}
        disabledReason={refusalAnywhere(me, 'delete_for_good') ?? none}
        onClick={() => onJob('delete')}
      >
        {t('Delete {entries} for good…', { entries })}
      </ActionButton>
      {count > 0 && (
        <ActionButton variant="subtle" size="xs" onClick={onClear}>
          {t('Untick all')}
        </ActionButton>
      )}
    </Group>
  )
}
