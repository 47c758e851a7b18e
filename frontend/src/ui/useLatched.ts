import { useState } from 'react'

/** True from when something was true first, also where it no longer is. */
export function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}
