import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '~/i18n/t'
import { Folded } from './Folded'
import { useIsNarrow } from './useIsNarrow'

/** The filters of a list; where there is no room they are folded, and say how many are set. */
export function Filters({ set, children }: { set: number; children: ReactNode }) {
  const narrow = useIsNarrow()
  const fields = (
    <Group gap="xs" align="flex-end">
      {children}
    </Group>
  )
  if (!narrow) return fields
  return (
    <Folded label={set > 0 ? t('Filters ({set} set)', { set }) : t('Filters')}>{fields}</Folded>
  )
}
