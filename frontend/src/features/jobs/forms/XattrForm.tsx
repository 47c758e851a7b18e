import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

const EXAMPLE = 'user.team'

/** An attribute by its full name, and what becomes of it. */
export type XattrWish = { name: string; to: { at: 'value'; value: string } | { at: 'gone' } }

export function XattrForm({ path, onChange }: FormProps) {
  const [wish, setWish] = useState<XattrWish>({ name: 'user.', to: { at: 'value', value: '' } })
  return (
    <>
      <XattrInput
        wish={wish}
        onChange={(next) => {
          setWish(next)
          onChange(xattrDraft(path, next))
        }}
      />
      <Text size="xs" c="dimmed">
        {t('An empty value is one, too. What has the attribute with another value gets this one.')}
      </Text>
    </>
  )
}

type XattrInputProps = {
  wish: XattrWish
  error?: React.ReactNode
  onChange: (wish: XattrWish) => void
}

export function XattrInput({ wish, error, onChange }: XattrInputProps) {
  const { name, to } = wish
  return (
    <>
      <TextInput
        label={t('Extended attribute')}
        description={t('Its full name, in the namespace user or trusted')}
        placeholder={EXAMPLE}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        error={error}
        onChange={(event) => onChange({ ...wish, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Value')}
        description={t('Text, hexadecimal digits after 0x, or Base64 after 0s')}
        disabled={to.at === 'gone'}
        autoComplete="off"
        spellCheck={false}
        value={to.at === 'value' ? to.value : ''}
        onChange={(event) =>
          onChange({ ...wish, to: { at: 'value', value: event.currentTarget.value } })
        }
      />
      <Checkbox
        label={t('Take the attribute away')}
        checked={to.at === 'gone'}
        onChange={(event) =>
          onChange({
            ...wish,
            to: event.currentTarget.checked ? { at: 'gone' } : { at: 'value', value: '' },
          })
        }
      />
    </>
  )
}

/** What is wrong with the name; undefined where nothing is. */
export function xattrError({ name }: XattrWish): string | undefined {
  return /^(user|trusted)\../.test(name) ? undefined : t('Name it, as user.team')
}

/** As requests have it. */
export function xattrParameters({ name, to }: XattrWish) {
  return { xattr: name, xattr_value: to.at === 'gone' ? null : to.value }
}

export function xattrDraft(path: string, wish: XattrWish): Draft {
  const why = xattrError(wish)
  if (why !== undefined) return { at: 'incomplete', why }
  return { at: 'ready', request: { kind: 'set_xattr', path, parameters: xattrParameters(wish) } }
}
