import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QuotaParameters } from '~/api/jobs'
import { STORAGE_TYPES, type StorageType, typeLimitName } from '~/api/quotas'
import { formatBytesExactly, parseBytes } from '~/format/bytes'
import { perLanguage, t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

/** What happens to one limit: it stays, it goes, or it becomes what the operator typed. */
export type Limit = { at: 'keep' } | { at: 'clear' } | { at: 'set'; typed: string }

/** Limits of space by type of storage, of those that the operator looked at. */
export type TypeLimits = Partial<Record<StorageType, Limit>>

const KEEP: Limit = { at: 'keep' }

export function QuotaForm({ path, onChange }: FormProps) {
  const [entries, setEntries] = useState<Limit>(KEEP)
  const [space, setSpace] = useState<Limit>(KEEP)
  const [types, setTypes] = useState<TypeLimits>({})
  const shown = STORAGE_TYPES.filter((type) => types[type])
  return (
    <Stack gap="sm">
      <LimitInput
        label={t('Entries')}
        autoFocus
        placeholder="1000000"
        hint={t('Files and directories below, the directory itself included')}
        limit={entries}
        error={
          entries.at === 'set' && entries.typed !== '' && parseCount(entries.typed) === undefined
        }
        onChange={(limit) => {
          setEntries(limit)
          onChange(quotaDraft(path, limit, space, types))
        }}
      />
      <SpaceInput
        label={t('Space')}
        hint={t('Replicas count: a 1 GiB file with three replicas takes 3 GiB')}
        limit={space}
        onChange={(limit) => {
          setSpace(limit)
          onChange(quotaDraft(path, entries, limit, types))
        }}
      />
      {shown.map((type) => (
        <SpaceInput
          key={type}
          label={t('Space on {type}', { type })}
          hint={t('Counts replicas that storage policies want there, wherever they are')}
          limit={types[type] ?? KEEP}
          onChange={(limit) => {
            const following = { ...types, [type]: limit }
            setTypes(following)
            onChange(quotaDraft(path, entries, space, following))
          }}
        />
      ))}
      {shown.length < STORAGE_TYPES.length && (
        <Select
          label={t('By type of storage')}
          placeholder={t('Choose one to limit')}
          data={STORAGE_TYPES.filter((type) => !types[type])}
          value={null}
          onChange={(chosen) => {
            const type = STORAGE_TYPES.find((each) => each === chosen)
            if (type) setTypes({ ...types, [type]: KEEP })
          }}
        />
      )}
    </Stack>
  )
}

type SpaceInputProps = {
  label: string
  hint: string
  limit: Limit
  onChange: (limit: Limit) => void
}

function SpaceInput({ label, hint, limit, onChange }: SpaceInputProps) {
  const bytes = limit.at === 'set' ? parseBytes(limit.typed) : undefined
  return (
    <LimitInput
      label={label}
      placeholder="1.5 TiB"
      hint={bytes === undefined ? hint : formatBytesExactly(bytes)}
      limit={limit}
      error={limit.at === 'set' && limit.typed !== '' && !parseBytes(limit.typed)}
      onChange={onChange}
    />
  )
}

const choices = perLanguage(() => [
  { value: 'keep', label: t('Leave as it is') },
  { value: 'set', label: t('Limit to') },
  { value: 'clear', label: t('No limit') },
])

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
        data={choices()}
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
          label={t('{label} at most', { label })}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={placeholder}
          value={limit.typed}
          autoComplete="off"
          error={
            error ? t('Not a valid limit; for example {placeholder}', { placeholder }) : undefined
          }
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

export function quotaDraft(
  path: string,
  entries: Limit,
  space: Limit,
  types: TypeLimits = {},
): Draft {
  if ([entries, space, ...Object.values(types)].every(({ at }) => at === 'keep'))
    return { at: 'incomplete', why: t('Choose a limit to set or to remove') }
  const namespaceQuota = entries.at === 'set' ? parseCount(entries.typed) : null
  if (namespaceQuota === undefined)
    return { at: 'incomplete', why: t('Enter how many entries are allowed, 1 or more') }
  const spaceQuota = bytesOf(space)
  if (spaceQuota === undefined)
    return { at: 'incomplete', why: t('Enter how much space is allowed, such as 1.5 TiB') }
  const parameters: QuotaParameters = {
    ...(entries.at !== 'keep' && { namespace_quota: namespaceQuota }),
    ...(space.at !== 'keep' && { space_quota_bytes: spaceQuota }),
  }
  for (const type of STORAGE_TYPES) {
    const limit = types[type] ?? KEEP
    const quota = bytesOf(limit)
    if (quota === undefined)
      return { at: 'incomplete', why: t('Enter how much space on {type} is allowed', { type }) }
    if (limit.at !== 'keep') parameters[typeLimitName(type)] = quota
  }
  return { at: 'ready', request: { kind: 'set_quota', path, parameters } }
}

/** Null for no limit; undefined while what is typed is none. */
function bytesOf(limit: Limit): number | null | undefined {
  return limit.at === 'set' ? parseBytes(limit.typed) || undefined : null
}
