import { Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { normalizePath, ROOT } from '~/format/path'
import { formerPathOf, isInTrash } from '~/format/trash'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

export function RestoreForm({ path, of, onChange }: FormProps) {
  return of === 'path' ? (
    <PlaceForm path={path} onChange={onChange} />
  ) : (
    <OwnPlaces path={path} onChange={onChange} />
  )
}

type PlaceProps = Pick<FormProps, 'path' | 'onChange'>

/** There is nothing to choose, so the form is complete from the start. */
function OwnPlaces({ path, onChange }: PlaceProps) {
  const offer = useEffectEvent(() =>
    onChange({ at: 'ready', request: { kind: 'restore', path, parameters: {} } }),
  )
  useEffect(() => offer(), [])
  return (
    <Text size="sm">
      {t(
        'Each goes back to where it was; directories that are missing above it are made. Nothing is replaced: what has its place taken stays in the trash, and is listed.',
      )}
    </Text>
  )
}

function PlaceForm({ path, onChange }: PlaceProps) {
  const [to, setTo] = useState(() => formerPathOf(path) ?? '')
  // Its former place is filled in, so the form is complete from the start.
  const offer = useEffectEvent(() => onChange(restoreDraft(path, to)))
  useEffect(() => offer(), [])

  return (
    <TextInput
      label={t('To')}
      description={t(
        'Where it was, or another path. Directories that are missing above it are made',
      )}
      value={to}
      data-autofocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={to === '' ? undefined : placeError(to)}
      onChange={(event) => {
        setTo(event.currentTarget.value)
        onChange(restoreDraft(path, event.currentTarget.value))
      }}
    />
  )
}

function placeError(to: string): string | undefined {
  if (!to.startsWith('/')) return t('A path begins with a slash')
  if (normalizePath(to) === ROOT) return t('Nothing can replace the root')
  return isInTrash(to) ? t('That is in a trash, too') : undefined
}

export function restoreDraft(path: string, to: string): Draft {
  const why = to === '' ? t('Enter where it goes') : placeError(to)
  if (why !== undefined) return { at: 'incomplete', why }
  return { at: 'ready', request: { kind: 'restore', path, parameters: { to: normalizePath(to) } } }
}
