import { Group, NumberInput, Select } from '@mantine/core'
import { JOB_PRIORITIES, type Job, type JobPriority } from '~/api/jobs'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { priorityLabel } from './wording'

const RATE_MAX = 1_000_000

/** How a job is to be worked on, as it stands in the fields; an empty rate is none. */
export type PaceDraft = { rate: number | string; priority: JobPriority }

export const ANY_PACE: PaceDraft = { rate: '', priority: 'normal' }

/** The fields of a job as it is. */
export function paceDraftOf({ rate_limit, priority }: Job): PaceDraft {
  return {
    rate: rate_limit && !rate_limit.of_all_jobs ? rate_limit.inodes_per_s : '',
    priority,
  }
}

/** Why there is no such pace; undefined when there is. */
export function paceRefusal({ rate }: PaceDraft): string | undefined {
  if (rate === '') return undefined
  const fits = Number.isInteger(rate) && Number(rate) >= 1 && Number(rate) <= RATE_MAX
  return fits ? undefined : t('Enter from 1 to 1,000,000 entries a second, or nothing')
}

/** The bound as requests have it. */
export function rateOf({ rate }: PaceDraft): number | null {
  return rate === '' ? null : Number(rate)
}

type PaceInputsProps = {
  pace: PaceDraft
  /** The bound that holds where a job has none of its own. */
  rateOfAll?: number
  onChange: (pace: PaceDraft) => void
}

export function PaceInputs({ pace, rateOfAll, onChange }: PaceInputsProps) {
  return (
    <Group grow align="flex-start">
      <NumberInput
        label={t('Entries a second, at most')}
        description={
          rateOfAll === undefined
            ? t('Empty: as any job')
            : t('Empty: {rateOfAll}, as any job', { rateOfAll: formatCount(rateOfAll) })
        }
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        value={pace.rate}
        error={paceRefusal(pace)}
        onChange={(rate) => onChange({ ...pace, rate })}
      />
      <Select
        label={t('Priority')}
        description={t('Whose turn it is first')}
        data={JOB_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))}
        allowDeselect={false}
        value={pace.priority}
        onChange={(priority) => priority && onChange({ ...pace, priority })}
      />
    </Group>
  )
}
