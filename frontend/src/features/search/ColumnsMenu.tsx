import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { t } from '~/i18n/t'
import { allColumns, COLUMN_NAMES, columnsOf, columnsText } from './columns'

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
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Checkbox.Group
          aria-label={t('Columns shown')}
          value={[...columnsOf(value)]}
          onChange={(columns) => onChange(columnsText(columns))}
        >
          <Stack gap={6}>
            {COLUMN_NAMES.map((name) => (
              <Checkbox key={name} size="xs" value={name} label={allColumns()[name].label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
