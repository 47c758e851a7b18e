import { Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import type { Draft, FormProps } from '../JobDialog'

/** What differs from one to the other, as patterns name it. */
const PARTS = ['name', 'path', 'parent', 'owner', 'group', 'year', 'month', 'day']
const EXAMPLE = '/archive/{year}/{owner}/{name}'

export function MoveForm({ path, onChange }: FormProps) {
  const [to, setTo] = useState('')
  return (
    <>
      <PlaceInput
        to={to}
        onChange={(typed) => {
          setTo(typed)
          onChange(moveDraft(path, typed))
        }}
      />
      <Text size="xs" c="dimmed">
        {t(
          'Directories that are missing are made. Nothing is replaced: what has its place taken stays, and is listed.',
        )}
      </Text>
    </>
  )
}

type PlaceInputProps = { to: string; error?: React.ReactNode; onChange: (to: string) => void }

export function PlaceInput({ to, error, onChange }: PlaceInputProps) {
  return (
    <TextInput
      label={t('To')}
      description={
        <>
          {t('A directory, with a slash at its end, or a path with:')}{' '}
          {PARTS.map((part) => (
            <Code key={part} mr={4}>{`{${part}}`}</Code>
          ))}
        </>
      }
      placeholder={EXAMPLE}
      styles={MONO_INPUT}
      data-autofocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={to}
      error={error ?? (to === '' ? undefined : placeError(to))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What is wrong with a pattern; undefined where nothing is. */
export function placeError(to: string): string | undefined {
  if (!to.startsWith('/')) return t('Starts with /')
  const rest = to.replaceAll(/\{([^{}]*)\}/g, (whole, part) => (PARTS.includes(part) ? 'x' : whole))
  if (/[{}]/.test(rest)) return t('Braces hold one of the names above')
  return undefined
}

export function moveDraft(path: string, to: string): Draft {
  const why = placeError(to)
  if (why !== undefined) return { at: 'incomplete', why }
  return { at: 'ready', request: { kind: 'move', path, parameters: { to } } }
}
