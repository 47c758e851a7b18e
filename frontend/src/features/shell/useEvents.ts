import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Pages hear of changes from when the first one is there until the frame is left. */
export function useEvents(settled: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!settled) return
    let stop: (() => void) | undefined
    let left = false
    void import('~/api/events').then(({ followEvents }) => {
      if (!left) stop = followEvents(queryClient)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [settled, queryClient])
}
