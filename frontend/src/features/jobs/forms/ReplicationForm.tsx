import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

/** What HDFS allows by default; a cluster may allow less, which the dry run tells. */
export const REPLICATION_MAX = 512

export function ReplicationForm({ path, onChange }: FormProps) {
  const [replication, setReplication] = useState<number | string>('')
  return (
    <NumberInput
      label={t('Copies of each block')}
      description={t(
        'Of files. Directories have no such number, and erasure-coded files stay as they are.',
      )}
      placeholder="3"
      min={1}
      max={REPLICATION_MAX}
      allowDecimal={false}
      data-autofocus
      value={replication}
      onChange={(value) => {
        setReplication(value)
        onChange(replicationDraft(path, value))
      }}
    />
  )
}

export function isReplication(value: number | string): value is number {
  return typeof value === 'number' && value >= 1 && value <= REPLICATION_MAX
}

export function replicationDraft(path: string, replication: number | string): Draft {
  if (!isReplication(replication))
    return {
      at: 'incomplete',
      why: t('Enter how many copies, from 1 to {max}', { max: REPLICATION_MAX }),
    }
  return { at: 'ready', request: { kind: 'set_replication', path, parameters: { replication } } }
}
