import { Box, type BoxProps, type ElementProps, getSpacing } from '@mantine/core'
import classes from './Table.module.css'

type Part<Element extends 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td'> = BoxProps &
  ElementProps<Element, keyof BoxProps>

type TableProps = Part<'table'> & {
  /** Within a cell, above and below its text, in pixels. */
  verticalSpacing?: number
  /** Within a cell, beside its text, in pixels; else as wide as the theme's small spacing. */
  horizontalSpacing?: number
  withRowBorders?: boolean
  /** The row under the pointer stands out. */
  highlightOnHover?: boolean
  /** Columns are as wide as the first row says, whatever they hold. */
  fixed?: boolean
}

/**
 * A table in the console's look. Mantine's would bring its scroll area, and that all that positions
 * menus, into whatever is loaded first.
 */
function TableRoot({
  verticalSpacing = 6,
  horizontalSpacing,
  withRowBorders = true,
  highlightOnHover = false,
  fixed = false,
  className,
  ...others
}: TableProps) {
  return (
    <Box
      component="table"
      {...others}
      className={joined(classes.table, className)}
      mod={{ rowBorders: withRowBorders, hover: highlightOnHover, fixed }}
      __vars={{
        '--table-vertical-spacing': getSpacing(verticalSpacing),
        '--table-horizontal-spacing': getSpacing(horizontalSpacing ?? 'sm'),
      }}
    />
  )
}

function Thead(props: Part<'thead'>) {
  return <Box component="thead" {...props} />
}

function Tbody({ className, ...others }: Part<'tbody'>) {
  return <Box component="tbody" {...others} className={joined(classes.body, className)} />
}

function Tr({ className, ...others }: Part<'tr'>) {
  return <Box component="tr" {...others} className={joined(classes.row, className)} />
}

function Th({ className, ...others }: Part<'th'>) {
  return <Box component="th" {...others} className={joined(classes.head, className)} />
}

function Td({ className, ...others }: Part<'td'>) {
  return <Box component="td" {...others} className={joined(classes.cell, className)} />
}

function joined(own: string | undefined, given: string | undefined): string | undefined {
  return given === undefined ? own : `${own} ${given}`
}

export const Table = Object.assign(TableRoot, { Thead, Tbody, Tr, Th, Td })
