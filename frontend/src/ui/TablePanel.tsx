import { Box, Paper, Text, UnstyledButton } from '@mantine/core'
import type { CSSProperties, KeyboardEventHandler, MouseEvent, ReactNode } from 'react'
import { inSentence, t } from '~/i18n/t'
import staleClasses from './Stale.module.css'
import { Table } from './Table'
import classes from './TablePanel.module.css'
import { useOverflowsSideways } from './useOverflowsSideways'

type Column = {
  label: string
  /** Below the label, in small letters. */
  note?: string
  align?: 'right'
  width?: number | string
  hidden?: boolean
  /** The rows stand in the order of this column. */
  sorted?: 'ascending' | 'descending'
  /** Another order by this column. */
  onSort?: () => void
}

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
  /** A grid of values rather than a list of things: it scrolls sideways where there is no room. */
  grid?: boolean
  /** A few narrow columns, that have room in a panel of details. */
  compact?: boolean
  /** The row under the pointer stands out; it does unless this says no. */
  highlightOnHover?: boolean
  children: ReactNode
}

/**
 * A table in a panel. Where there is no room for columns each row is a card: the first cell is its
 * title, each other one stands beside its column's name. A cell over several columns has none.
 */
export function TablePanel(props: TablePanelProps) {
  const { caption, columns, footer, instead, stale, onKeyDown, grid, compact, children } = props
  const [overflows, scroller] = useOverflowsSideways()
  return (
    <Paper className={`${classes.panel} ${staleClasses.panel}`} aria-busy={stale || undefined}>
      {instead ?? (
        <Box
          ref={scroller}
          className={classes.scroller}
          onKeyDown={onKeyDown}
          // Keys can scroll what takes the focus alone, and rows may hold nothing that does.
          tabIndex={overflows ? 0 : undefined}
          role={overflows ? 'group' : undefined}
          aria-label={overflows ? caption : undefined}
        >
          <Table
            className={classes.table}
            highlightOnHover={props.highlightOnHover ?? true}
            data-cards={!grid || undefined}
            data-compact={compact || undefined}
            data-actions={columns.at(-1)?.hidden}
            style={grid ? undefined : cardLabels(columns)}
          >
            <caption className={classes.caption}>{caption}</caption>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th
                    key={column.label}
                    ta={column.align}
                    w={column.width}
                    scope="col"
                    aria-sort={column.sorted}
                  >
                    <Head {...column} />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody onClick={openRow}>{children}</Table.Tbody>
          </Table>
        </Box>
      )}
      {footer}
    </Paper>
  )
}

function Head({ label, note, hidden, sorted, onSort }: Column) {
  if (hidden) return <span className={classes.hidden}>{label}</span>
  const arrow = sorted && <span aria-hidden="true">{sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
  if (!onSort) {
    return (
      <>
        {label}
        {arrow}
        {note !== undefined && (
          <Text display="block" span size="xs" c="dimmed" fw={400}>
            {note}
          </Text>
        )}
      </>
    )
  }
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={onSort}
      title={t('Sort by {label}', { label: inSentence(label) })}
    >
      {label}
      {arrow}
    </UnstyledButton>
  )
}

/** A click beside the links of a row is one on its own link; marking text is none. */
function openRow(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label')) return
  if (window.getSelection()?.isCollapsed === false) return
  const row = event.target.closest('tr')
  if (row?.closest('table') === event.currentTarget.closest('table'))
    row?.querySelector<HTMLElement>('[data-row-link]')?.click()
}

/** The names of the columns where the style sheet finds them; a hidden one has none to show. */
function cardLabels(columns: Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map(({ label, hidden }, at) => [`--column-${at + 1}`, hidden ? '""' : quoted(label)]),
  )
}

/** A string of CSS: no label may end it. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\\n]/g, ' ')}"`
}
