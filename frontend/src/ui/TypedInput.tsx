import { TextInput } from '@mantine/core'
import { MONO_INPUT } from '~/ui/mono'
import { useTypedText } from './useTypedText'

type TypedInputProps = {
  label: string
  placeholder?: string
  type?: 'text' | 'date'
  mono?: boolean
  w?: number
  value: string | undefined
  check?: (text: string) => string | undefined
  onChange: (text: string | undefined) => void
}

/** A field whose truth is in the address; what can't be read is marked and not told. */
export function TypedInput({ mono, value, check, onChange, ...input }: TypedInputProps) {
  const { typed, type, hold } = useTypedText(value, onChange)
  return (
    <TextInput
      {...input}
      size="xs"
      value={typed}
      error={typed === '' ? undefined : check?.(typed)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => {
        const text = event.currentTarget.value
        if (text === '' || !check?.(text)) type(text)
        else hold(text)
      }}
      styles={mono ? MONO_INPUT : undefined}
    />
  )
}
