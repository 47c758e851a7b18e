import { useWindowEvent } from '@mantine/hooks'

const WRITABLE = 'input, textarea, select, [contenteditable="true"]'

/** Calls when `?` is pressed, but not while somebody writes one. */
export function useShortcutsKey(onAsk: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(WRITABLE)) return
    event.preventDefault()
    onAsk()
  })
}
