import type { KeyboardEvent } from 'react'

type RowKeys = {
  onUp?: () => void
  onDetails?: (index: number) => void
}

/** The link of a row that arrow keys stop at. */
export const rowLinkProps = { 'data-row-link': '' }

/**
 * Arrow keys (or j and k), Home and End move between the rows' links below the element;
 * Backspace goes up; the space key shows a row's details. Enter stays the link's own.
 */
export function useRowKeys({ onUp, onDetails }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
    const focused = document.activeElement
    const at = focused instanceof HTMLElement ? links.indexOf(focused) : -1
    const target = moveTarget(event.key, at, links.length)
    if (target !== undefined) {
      event.preventDefault()
      links[target]?.focus()
    } else if (event.key === 'Backspace' && onUp) {
      event.preventDefault()
      onUp()
    } else if (event.key === ' ' && onDetails && at >= 0) {
      event.preventDefault()
      onDetails(at)
    }
  }
}

function moveTarget(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
