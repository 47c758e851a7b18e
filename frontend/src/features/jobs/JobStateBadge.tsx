import { Badge, type MantineColor } from '@mantine/core'
import type { JobState } from '~/api/jobs'
import { t } from '~/i18n/t'
import { stateLabel } from './wording'

const COLORS: Record<JobState, MantineColor> = {
  waiting_for_approval: 'orange',
  refused: 'red',
  queued: 'gray',
  running: 'blue',
  pausing: 'yellow',
  paused: 'yellow',
  cancelling: 'orange',
  cancelled: 'gray',
  succeeded: 'moss',
  failed: 'red',
  succeeded_with_errors: 'orange',
}

export function JobStateBadge({ state }: { state: JobState }) {
  return <Badge color={COLORS[state]}>{stateLabel(state)}</Badge>
}

export function DryRunBadge() {
  return (
    <Badge variant="outline" color="gray">
      {t('Dry run')}
    </Badge>
  )
}
