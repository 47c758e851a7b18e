import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatBytesExactly, parseBytes } from '~/format/bytes'
import type { Draft, FormProps } from '../JobDialog'

/** What happens to one limit: it stays, it goes, or it becomes what the operator typed. */
export type Limit = { at: 'keep' } | { at: 'clear' } | { at: 'set'; typed: string }

const KEEP: Limit = { at: 'keep' }

export function QuotaForm({ path, onChange }: FormProps) {
  const [entries, setEntries] = useState<Limit>(KEEP)
  const [space, setSpace] = useState<Limit>(KEEP)
  const spaceBytes = space.at === 'set' ? parseBytes(space.typed) : undefined
  return (
    <Stack gap="sm">
      <LimitInput
        label="Entries"
        autoFocus
        placeholder="1000000"
        hint="Files and directories below, the directory itself included"
        limit={entries}
        error={
          entries.at === 'set' && entries.typed !== '' && parseCount(entries.typed) === undefined
        }
        onChange={(limit) => {
          setEntries(limit)
          onChange(quotaDraft(path, limit, space))
        }}
      />
      <LimitInput
        label="Space"
        placeholder="1.5 TiB"
        hint={
          spaceBytes === undefined
            ? 'Replicas count: a 1 GiB file with three replicas takes 3 GiB'
            : formatBytesExactly(spaceBytes)
        }
        limit={space}
        error={space.at === 'set' && space.typed !== '' && !parseBytes(space.typed)}
        onChange={(limit) => {
          setSpace(limit)
          onChange(quotaDraft(path, entries, limit))
        }}
      />
    </Stack>
  )
}

const choices = [
  { value: 'keep', label: 'Leave as it is' },
  { value: 'set', label: 'Limit to' },
  { value: 'clear', label: 'No limit' },
]

type LimitInputProps = {
  label: string
  placeholder: string
  hint: string
  limit: Limit
  error: boolean
  autoFocus?: boolean
  onChange: (limit: Limit) => void
}

function LimitInput({
  label,
  placeholder,
  hint,
  limit,
  error,
  autoFocus,
  onChange,
}: LimitInputProps) {
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <Select
        label={label}
        data={choices}
        value={limit.at}
        data-autofocus={autoFocus || undefined}
        allowDeselect={false}
        w={150}
        onChange={(at) =>
          onChange(at === 'set' ? { at, typed: '' } : { at: at === 'clear' ? at : 'keep' })
        }
      />
      {limit.at === 'set' && (
        <TextInput
          label={`${label} at most`}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={placeholder}
          value={limit.typed}
          autoComplete="off"
          error={error ? `Not a valid limit; for example ${placeholder}` : undefined}
          onChange={(event) => onChange({ at: 'set', typed: event.currentTarget.value })}
          flex={1}
        />
      )}
    </Group>
  )
}

function parseCount(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,_]/g, '')
  const count = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(count) && count >= 1 ? count : undefined
}

export function quotaDraft(path: string, entries: Limit, space: Limit): Draft {
  if (entries.at === 'keep' && space.at === 'keep')
    return { at: 'incomplete', why: 'Choose a limit to set or to remove' }
  const namespaceQuota = entries.at === 'set' ? parseCount(entries.typed) : null
  if (namespaceQuota === undefined)
    return { at: 'incomplete', why: 'Enter how many entries are allowed, 1 or more' }
  const spaceQuota = space.at === 'set' ? parseBytes(space.typed) : null
  if (spaceQuota === undefined || spaceQuota === 0)
    return { at: 'incomplete', why: 'Enter how much space is allowed, such as 1.5 TiB' }
  return {
    at: 'ready',
    request: {
      kind: 'set_quota',
      path,
      parameters: {
        ...(entries.at !== 'keep' && { namespace_quota: namespaceQuota }),
        ...(space.at !== 'keep' && { space_quota_bytes: spaceQuota }),
      },
    },
  }
}
