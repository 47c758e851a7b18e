import { useEffect, useState } from 'react'

/**
 * What `opened` says, but first that it is not: code that arrives after the click on its opener opens as
 * if it had been there, with its transition, and remembers what had the focus.
 */
export function useOpenedLate(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
