import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DetailsLayout.module.css'

/** A list, and beside it (below it where there is no room) the details of one of its rows. */
export function DetailsLayout({ details, children }: { details: ReactNode; children: ReactNode }) {
  return (
    <Box className={classes.columns} data-details={details ? '' : undefined}>
      {children}
      {details}
    </Box>
  )
}
