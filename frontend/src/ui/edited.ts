import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '~/api/problem'

/** A stored thing whose state has a tag, which tells whether a change is about that state. */
export type Tagged = { etag: string }

type EditedProps<Thing extends Tagged> = {
  /** The state with which the form opened; without one a new thing is made. */
  opened: Thing | undefined
  /** Reads the thing again. */
  read: (thing: Thing) => Promise<Thing>
  /** What shows things of this kind. */
  queryKey: QueryKey
  /** Takes over what nobody typed over, from the state before and the one now. */
  onLoad?: ((before: Thing, now: Thing) => void) | undefined
}

export type Edited<Thing extends Tagged> = {
  /** The state that a change is about. */
  base: Thing | undefined
  /** Whether that is a newer one than the form opened with. */
  isNewer: boolean
  isLoading: boolean
  loadError: unknown
  /** Begins anew with a state that is seen now. */
  begin: (thing: Thing) => void
  /** Reads the new state; `onLoaded` is called once it is there. */
  load: (onLoaded: () => void) => void
}

/**
 * The state that a form changes. Lists are read again while it is open: what they say then is not
 * what its user saw, so it stays the one that the form opened with until he loads the new one.
 */
export function useEdited<Thing extends Tagged>(props: EditedProps<Thing>): Edited<Thing> {
  const { opened, read, queryKey, onLoad } = props
  const queryClient = useQueryClient()
  const [base, setBase] = useState(opened)
  const reading = useMutation({
    mutationFn: (thing: Thing) => read(thing),
    onSuccess: (now, before) => {
      onLoad?.(before, now)
      setBase(now)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return {
    base,
    begin: (thing) => {
      setBase(thing)
      reading.reset()
    },
    isNewer: reading.isSuccess,
    isLoading: reading.isPending,
    loadError: reading.error,
    load: (onLoaded) => base && reading.mutate(base, { onSuccess: onLoaded }),
  }
}

/** Whether a change was refused because another one came before it. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
}

/** What was typed, and where nothing was, what there is now. */
export function typedOver<Values extends object>(
  typed: Values,
  before: Values,
  now: Values,
): Values {
  const over = { ...now }
  for (const name in now) {
    if (JSON.stringify(typed[name]) !== JSON.stringify(before[name])) over[name] = typed[name]
  }
  return over
}
