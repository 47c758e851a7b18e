import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** What still comes in with a page begins within this time of what came before. */
const QUIET_MS = 300
/** Whoever waits longer than this for an answer gets the rest of the console meanwhile. */
const WAIT_MAX_MS = 8_000

/**
 * True once the first page is there with its answers, and from then on. What is not seen at first is
 * loaded then: it takes nothing from the page.
 */
export function useSettled(queryClient: QueryClient, router: AnyRouter): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (settled) return
    const settle = () => setSettled(true)
    let quiet: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(quiet)
      if (queryClient.isFetching() === 0 && router.state.status === 'idle') {
        quiet = setTimeout(settle, QUIET_MS)
      }
    }
    const longest = setTimeout(settle, WAIT_MAX_MS)
    const forget = [
      queryClient.getQueryCache().subscribe(wait),
      router.subscribe('onBeforeLoad', wait),
      router.subscribe('onRendered', wait),
    ]
    wait()
    return () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      for (const each of forget) each()
    }
  }, [settled, queryClient, router])
  return settled
}
