import { Box, Paper, Table, type TableProps } from '@mantine/core'
import type { KeyboardEventHandler, ReactNode } from 'react'
import classes from './TablePanel.module.css'

type Column = { label: string; align?: 'right'; width?: number | string; hidden?: boolean }

type TablePanelProps = {
  /** What the table holds, for screen readers. */
  caption: string
  columns: Column[]
  /** Below the rows, inside the panel: the pager. */
  footer?: ReactNode
  /** In place of the table: an empty or an error state. */
  instead?: ReactNode
  /** Older rows are shown while newer ones are on their way. */
  stale?: boolean
  onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** Nothing in the rows takes the focus: the panel itself does, so that keys can scroll it. */
  focusable?: boolean
  children: ReactNode
} & Pick<TableProps, 'highlightOnHover'>

/** A table in a panel; wide ones scroll sideways in it, never the page. */
export function TablePanel(props: TablePanelProps) {
  const { caption, columns, footer, instead, stale, onKeyDown, focusable, children } = props
  return (
    <Paper className={classes.panel} aria-busy={stale || undefined}>
      {instead ?? (
        <Box
          className={classes.scroller}
          onKeyDown={onKeyDown}
          tabIndex={focusable ? 0 : undefined}
          role={focusable ? 'group' : undefined}
          aria-label={focusable ? caption : undefined}
        >
          <Table
            className={classes.table}
            highlightOnHover={props.highlightOnHover ?? true}
            data-stale={stale || undefined}
          >
            <caption className={classes.caption}>{caption}</caption>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ label, align, width, hidden }) => (
                  <Table.Th key={label} ta={align} w={width} scope="col">
                    {hidden ? <span className={classes.hidden}>{label}</span> : label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </Box>
      )}
      {footer}
    </Paper>
  )
}
