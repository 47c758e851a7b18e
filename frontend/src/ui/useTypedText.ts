import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 200

type Typed = {
  typed: string
  /** Shows the text at once and tells about it after a pause in typing. */
  type: (text: string) => void
  /** Shows the text without telling: it is not finished. */
  hold: (text: string) => void
}

/**
 * Text whose truth is in the address: it tells about changes after a pause in typing, and follows
 * the address when that changes for another reason (back, a link, "Clear filters").
 */
export function useTypedText(
  value: string | undefined,
  onChange: (text: string | undefined) => void,
): Typed {
  const [typed, setTyped] = useState(value ?? '')
  const told = useRef(value ?? '')
  useEffect(() => {
    const now = value ?? ''
    if (now !== told.current) setTyped(now)
    told.current = now
  }, [value])

  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onChange(text === '' ? undefined : text)
  }, TYPING_PAUSE_MS)

  return {
    typed,
    type: (text) => {
      setTyped(text)
      tell(text)
    },
    hold: (text) => {
      tell.cancel()
      setTyped(text)
    },
  }
}
