import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { isStoragePolicy, type StoragePolicy } from '~/api/jobs'
import { STORAGE_POLICIES } from '~/api/language'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

/** What stands for none of its own: that of the directory above holds then. */
export const INHERITED = 'inherited'

export function StoragePolicyForm({ path, onChange }: FormProps) {
  const [policy, setPolicy] = useState<string | null>(null)
  return (
    <>
      <PolicySelect
        value={policy}
        onChange={(chosen) => {
          setPolicy(chosen)
          onChange(storagePolicyDraft(path, chosen))
        }}
      />
      <Text size="xs" c="dimmed">
        {t(
          'Of files and directories. It holds for what is written from then on: blocks that are there stay where they are until a mover moves them.',
        )}
      </Text>
    </>
  )
}

type PolicySelectProps = {
  value: string | null
  error?: React.ReactNode
  onChange: (policy: string | null) => void
}

export function PolicySelect({ value, error, onChange }: PolicySelectProps) {
  return (
    <Select
      label={t('Storage policy')}
      placeholder={t('Choose one')}
      data={[
        ...STORAGE_POLICIES.map((name) => ({ value: name, label: name })),
        { value: INHERITED, label: t('None of its own: that of the directory above') },
      ]}
      allowDeselect={false}
      data-autofocus
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** As requests have it; undefined for what is none. */
export function policyOf(chosen: string | null): StoragePolicy | null | undefined {
  if (chosen === INHERITED) return null
  return chosen !== null && isStoragePolicy(chosen) ? chosen : undefined
}

export function storagePolicyDraft(path: string, chosen: string | null): Draft {
  const storage_policy = policyOf(chosen)
  if (storage_policy === undefined) return { at: 'incomplete', why: t('Choose a storage policy') }
  return {
    at: 'ready',
    request: { kind: 'set_storage_policy', path, parameters: { storage_policy } },
  }
}
