import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 200

type TypedInputProps = {
  label: string
  hideLabel?: boolean
  placeholder?: string
  type?: 'text' | 'date'
  size?: 'xs' | 'md'
  mono?: boolean
  w?: number
  leftSection?: ReactNode
  autoFocus?: boolean
  value: string | undefined
  check?: (text: string) => string | undefined
  onChange: (text: string | undefined) => void
}

/**
 * A field whose truth is in the address: it tells about changes after a pause in typing, and
 * follows the address when that changes for another reason (back, a link, "Clear filters").
 */
export function TypedInput(props: TypedInputProps) {
  const { label, hideLabel, mono, value = '', check, onChange, size = 'xs', ...input } = props
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])

  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onChange(text === '' ? undefined : text)
  }, TYPING_PAUSE_MS)
  const error = typed === '' ? undefined : check?.(typed)

  return (
    <TextInput
      {...input}
      size={size}
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      value={typed}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text === '' || !check?.(text)) tell(text)
      }}
      styles={mono ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : undefined}
    />
  )
}
