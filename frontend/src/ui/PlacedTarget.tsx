import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

type PlacedTargetProps = {
  /** What opens the popover: it was there before the popover's code. */
  opener: RefObject<HTMLElement | null>
  /** Given by the popover. */
  ref?: Ref<HTMLElement>
}

/** Stands for the target of a popover or a menu where that is elsewhere on the page. Draws nothing. */
export function PlacedTarget({ opener, ref }: PlacedTargetProps) {
  useLayoutEffect(() => {
    assignRef(ref, opener.current)
    return () => {
      assignRef(ref, null)
    }
  }, [opener, ref])
  return null
}
