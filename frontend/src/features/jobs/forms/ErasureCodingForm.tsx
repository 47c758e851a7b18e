import { Autocomplete, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

/** Those that HDFS has; a cluster may have others, and enables what it wants. */
const KNOWN = ['RS-6-3-1024k', 'RS-3-2-1024k', 'RS-10-4-1024k', 'XOR-2-1-1024k', 'replication']

/** A policy by its name, or none of a directory's own: that of the directory above holds then. */
export type CodingChoice = { at: 'named'; name: string } | { at: 'inherited' }

export function ErasureCodingForm({ path, onChange }: FormProps) {
  const [choice, setChoice] = useState<CodingChoice>({ at: 'named', name: '' })
  const choose = (next: CodingChoice) => {
    setChoice(next)
    onChange(erasureCodingDraft(path, next))
  }
  return (
    <>
      <CodingInput choice={choice} onChange={choose} />
      <Text size="xs" c="dimmed">
        {t(
          'Of directories, for files that are made from then on. Files that are there stay as they are stored; to store them anew, copy them.',
        )}
      </Text>
    </>
  )
}

type CodingInputProps = {
  choice: CodingChoice
  error?: React.ReactNode
  onChange: (choice: CodingChoice) => void
}

export function CodingInput({ choice, error, onChange }: CodingInputProps) {
  return (
    <>
      <Autocomplete
        label={t('Erasure-coding policy')}
        description={t('An enabled one, or replication')}
        placeholder={KNOWN[0]}
        data={KNOWN}
        data-autofocus
        disabled={choice.at === 'inherited'}
        value={choice.at === 'named' ? choice.name : ''}
        error={error}
        onChange={(name) => onChange({ at: 'named', name })}
      />
      <Checkbox
        label={t('None of their own: that of the directory above')}
        checked={choice.at === 'inherited'}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { at: 'inherited' } : { at: 'named', name: '' })
        }
      />
    </>
  )
}

/** As requests have it; undefined for what is none. */
export function codingOf(choice: CodingChoice): string | null | undefined {
  if (choice.at === 'inherited') return null
  const name = choice.name.trim()
  return /^[A-Za-z0-9][\w.-]*$/.test(name) ? name : undefined
}

export function erasureCodingDraft(path: string, choice: CodingChoice): Draft {
  const erasure_coding = codingOf(choice)
  if (erasure_coding === undefined)
    return { at: 'incomplete', why: t('Name an erasure-coding policy') }
  return {
    at: 'ready',
    request: { kind: 'set_erasure_coding', path, parameters: { erasure_coding } },
  }
}
