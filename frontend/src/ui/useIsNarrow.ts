import { useMediaQuery } from '@mantine/hooks'

/** Whether there is no room for a table: its rows become cards. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
