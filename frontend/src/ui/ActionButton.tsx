import { Button, type ButtonProps, Menu, type MenuItemProps, Tooltip } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'

type Explained = {
  /** Why this can't be done now. The control stays focusable and says so. */
  disabledReason?: string
  onClick?: MouseEventHandler<HTMLButtonElement>
  children: ReactNode
}

/**
 * A button that, when disabled, says why: it keeps its place in the tab order and its reason is
 * a tooltip and part of its accessible description.
 */
export function ActionButton({
  disabledReason,
  onClick,
  children,
  ...props
}: Explained & Omit<ButtonProps, 'disabled'> & { type?: 'button' | 'submit' }) {
  if (disabledReason === undefined) {
    return (
      <Button onClick={onClick} {...props}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={disabledReason}>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled="true"
        aria-description={disabledReason}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

/** The same for an item of a menu. */
export function ActionMenuItem({
  disabledReason,
  onClick,
  children,
  ...props
}: Explained & Omit<MenuItemProps, 'disabled'>) {
  if (disabledReason === undefined) {
    return (
      <Menu.Item onClick={onClick} {...props}>
        {children}
      </Menu.Item>
    )
  }
  return (
    <Tooltip label={disabledReason} position="left">
      <Menu.Item
        {...props}
        closeMenuOnClick={false}
        data-disabled
        aria-disabled="true"
        aria-description={disabledReason}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Menu.Item>
    </Tooltip>
  )
}
