import { Box, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './DetailsLayout.module.css'

type DetailsLayoutProps = {
  /** What the details are of, for screen readers. */
  label: string
  /** Falsy: none are open. */
  details: ReactNode
  /** Details of many columns take half of the page. */
  half?: boolean
  onClose: () => void
  children: ReactNode
}

/** A list, and beside it (in a drawer over it where there is no room) the details of one row. */
export function DetailsLayout({ label, details, half, onClose, children }: DetailsLayoutProps) {
  const noRoom = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  const open = Boolean(details)
  if (!noRoom) {
    return (
      <Box className={classes.columns} data-details={open ? (half ? 'half' : 'narrow') : undefined}>
        {children}
        {details}
      </Box>
    )
  }
  return (
    <>
      <Box className={classes.columns}>{children}</Box>
      <Drawer.Root opened={open} onClose={onClose} position="right" size="min(100%, 520px)">
        <Drawer.Overlay />
        <Drawer.Content aria-label={label}>
          <Drawer.Body p={0} className={classes.drawer}>
            {details}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
