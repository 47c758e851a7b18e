import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { visibleName } from '~/format/path'
import { t } from '~/i18n/t'

type RowMenuProps = {
  /** Whose row it is, as the menu's button says. */
  name: string
  children: React.ReactNode
}

/** What can be done with a row, and where it leads: at the row's end, behind three dots. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('Go on with {name}', { name: visibleName(name) })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
