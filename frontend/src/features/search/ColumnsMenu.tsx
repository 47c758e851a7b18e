import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { COLUMN_NAMES, COLUMNS, columnsOf, columnsText } from './columns'

type ColumnsMenuProps = {
  value: string | undefined
  onChange: (columns: string | undefined) => void
}

/** Which columns the matches have, besides their names. */
export function ColumnsMenu({ value, onChange }: ColumnsMenuProps) {
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group
          aria-label="Columns shown"
          value={[...columnsOf(value)]}
          onChange={(columns) => onChange(columnsText(columns))}
        >
          <Stack gap={6}>
            {COLUMN_NAMES.map((name) => (
              <Checkbox key={name} size="xs" value={name} label={COLUMNS[name].label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
