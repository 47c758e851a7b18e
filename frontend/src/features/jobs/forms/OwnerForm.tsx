import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

export function OwnerForm({ path, onChange }: FormProps) {
  const [owner, setOwner] = useState('')
  const [group, setGroup] = useState('')
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('Owner')}
        description={t('Empty leaves it as it is')}
        value={owner}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={nameError(owner)}
        onChange={(event) => {
          setOwner(event.currentTarget.value)
          onChange(ownerDraft(path, event.currentTarget.value, group))
        }}
      />
      <TextInput
        label={t('Group')}
        description={t('Empty leaves it as it is')}
        value={group}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={nameError(group)}
        onChange={(event) => {
          setGroup(event.currentTarget.value)
          onChange(ownerDraft(path, owner, event.currentTarget.value))
        }}
      />
    </Group>
  )
}

function nameError(name: string): string | undefined {
  return /[\s/:]/.test(name) ? t('No spaces, slashes or colons') : undefined
}

export function ownerDraft(path: string, owner: string, group: string): Draft {
  if (owner === '' && group === '')
    return { at: 'incomplete', why: t('Enter an owner, a group or both') }
  if (nameError(owner) || nameError(group))
    return { at: 'incomplete', why: t('Names have no spaces, slashes or colons') }
  return {
    at: 'ready',
    request: {
      kind: 'set_owner',
      path,
      parameters: { ...(owner && { owner }), ...(group && { group }) },
    },
  }
}
