import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { perLanguage, t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import type { Draft, FormProps } from '../JobDialog'

export const ACL_CHANGES = ['modify', 'remove', 'set', 'remove_default', 'remove_all'] as const
export type AclChange = (typeof ACL_CHANGES)[number]
export type AclWish = { change: AclChange; entries: string }

const changeNames = perLanguage(
  (): Record<AclChange, string> => ({
    modify: t('Add entries, or give them other rights'),
    remove: t('Remove entries'),
    set: t('Replace all entries'),
    remove_default: t('Remove the default entries'),
    remove_all: t('Remove all but those of owner, group and others'),
  }),
)

export function AclForm({ path, onChange }: FormProps) {
  const [wish, setWish] = useState<AclWish>({ change: 'modify', entries: '' })
  return (
    <>
      <AclInput
        wish={wish}
        onChange={(next) => {
          setWish(next)
          onChange(aclDraft(path, next))
        }}
      />
      <Text size="xs" c="dimmed">
        {t(
          'Default entries are of directories: files are left without. The mode goes with the ACL.',
        )}
      </Text>
    </>
  )
}

type AclInputProps = { wish: AclWish; error?: React.ReactNode; onChange: (wish: AclWish) => void }

export function AclInput({ wish, error, onChange }: AclInputProps) {
  return (
    <>
      <Select
        label={t('Change')}
        data={ACL_CHANGES.map((each) => ({ value: each, label: changeNames()[each] }))}
        value={wish.change}
        allowDeselect={false}
        onChange={(chosen) => {
          const change = ACL_CHANGES.find((each) => each === chosen)
          if (change) onChange({ ...wish, change })
        }}
      />
      {takesEntries(wish.change) && (
        <TextInput
          label={t('Entries')}
          description={t('As setfacl takes them, separated by commas')}
          placeholder={wish.change === 'remove' ? 'user:ana' : 'user:ana:r-x,default:group:ops:rwx'}
          styles={MONO_INPUT}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={wish.entries}
          error={error ?? (wish.entries === '' ? undefined : aclError(wish))}
          onChange={(event) => onChange({ ...wish, entries: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function takesEntries(change: AclChange): boolean {
  return change !== 'remove_default' && change !== 'remove_all'
}

const ENTRY = /^(default:)?(user|group|mask|other):[^\s:,/]*:[r-][w-][x-]$/
const WITHOUT_RIGHTS = /^(default:)?(user|group|mask|other):[^\s:,/]*:?$/

/** What is wrong with the entries; undefined where nothing is. */
export function aclError({ change, entries }: AclWish): string | undefined {
  if (!takesEntries(change)) return undefined
  if (entries.trim() === '') return t('Enter the entries')
  const form = change === 'remove' ? WITHOUT_RIGHTS : ENTRY
  const wrong = entries.split(',').find((entry) => !form.test(entry.trim()))
  return wrong === undefined ? undefined : t('“{wrong}” is no entry', { wrong: wrong.trim() })
}

/** As requests have it. */
export function aclParameters({ change, entries }: AclWish) {
  const acl = entries
    .split(',')
    .map((entry) => entry.trim())
    .join(',')
  return { acl_change: change, ...(takesEntries(change) ? { acl } : {}) }
}

export function aclDraft(path: string, wish: AclWish): Draft {
  const why = aclError(wish)
  if (why !== undefined) return { at: 'incomplete', why }
  return { at: 'ready', request: { kind: 'set_acl', path, parameters: aclParameters(wish) } }
}
