import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { meQuery } from '~/api/auth'
import { PlacedTarget } from '~/ui/PlacedTarget'
import { useOpenedLate } from '~/ui/useOpenedLate'
import { useLogout } from './useLogout'

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

type AccountMenuProps = {
  id: string
  opener: RefObject<HTMLElement | null>
  opened: boolean
  onClose: () => void
}

/** What the user's name opens. Loaded behind the page, or when it is opened. */
export default function AccountMenu({ id, opener, opened, onClose }: AccountMenuProps) {
  const { data: me } = useSuspenseQuery(meQuery())
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useLogout()
  return (
    <Menu
      id={id}
      opened={useOpenedLate(opened)}
      onChange={onClose}
      position="top-start"
      width={200}
      withinPortal
    >
      <Menu.Target>
        <PlacedTarget opener={opener} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) =>
            setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
          }
        >
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={15} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Acts in HDFS as {me.hdfs_user}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={15} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          Password and sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => leave.mutate()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
