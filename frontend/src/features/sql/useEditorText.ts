import type { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useRef } from 'react'

// Renders that React skipped are told by a later one; more than these never wait for theirs.
const ECHOES_MAX = 1_000

/**
 * Keeps an editor's text and its owner's value the same. The editor's wrapper puts back an older
 * value when a render comes late, and what was typed since is lost: here a value that the editor
 * itself told is never put into it again, however late it comes.
 */
export function useEditorText(value: string, onChange: (text: string) => void) {
  const view = useRef<EditorView>(undefined)
  /** What the editor told and no render has brought back yet, oldest first. */
  const echoes = useRef<string[]>([])
  const latest = useRef(value)
  const isShowing = useRef(false)

  const show = useCallback((text: string) => {
    const shown = view.current?.state.doc
    if (!shown || shown.toString() === text) return
    isShowing.current = true
    view.current?.dispatch({ changes: { from: 0, to: shown.length, insert: text } })
    isShowing.current = false
  }, [])

  useEffect(() => {
    latest.current = value
    const echo = echoes.current.indexOf(value)
    echoes.current = echo < 0 ? [] : echoes.current.slice(echo + 1)
    if (echo < 0) show(value)
  }, [value, show])

  const created = useCallback(
    (made: EditorView) => {
      view.current = made
      show(latest.current)
    },
    [show],
  )
  const changed = useCallback(
    (text: string) => {
      // The owner knows what it gave.
      if (isShowing.current) return
      echoes.current = [...echoes.current.slice(1 - ECHOES_MAX), text]
      onChange(text)
    },
    [onChange],
  )
  return { created, changed }
}
