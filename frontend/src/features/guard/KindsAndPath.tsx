import { MultiSelect, type MultiSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { JOB_KINDS, type JobKind } from '~/api/jobs'
import { kindLabel } from '~/features/jobs/wording'
import { t } from '~/i18n/t'

const kinds = JOB_KINDS.map((value) => ({ value, label: kindLabel(value) }))

export function KindsField({ chosen, ...input }: MultiSelectProps & { chosen: JobKind[] }) {
  return (
    <MultiSelect
      label={t('Kinds of jobs')}
      placeholder={chosen.length === 0 ? t('All') : undefined}
      description={t('An undo is also of the kind that it takes back.')}
      clearable
      data={kinds}
      {...input}
    />
  )
}

export function PathField(input: TextInputProps) {
  return (
    <TextInput
      label={t('Path')}
      description={t('Jobs at it, below it or above it; empty for all.')}
      placeholder="/data/finance"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
}

/** What is wrong with the text of the path's field. */
export function checkPath(path: string): string | null {
  return path.trim() === '' || path.trim().startsWith('/') ? null : t('Begins with a slash')
}
