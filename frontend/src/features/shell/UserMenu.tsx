import {
  Avatar,
  Box,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import classes from './UserMenu.module.css'
import { useLogout } from './useLogout'

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

export function UserMenu() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useLogout()

  return (
    <Menu position="top-start" width={200} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <VisuallyHidden>Account</VisuallyHidden>
          <Group gap="xs" wrap="nowrap">
            <Avatar size={28} radius="md" name={me.username} color="moss" aria-hidden="true" />
            <Box flex={1} miw={0}>
              <Text size="sm" fw={550} truncate lh={1.25}>
                {me.username}
              </Text>
              <Text size="xs" c="dimmed" lh={1.25}>
                {me.role}
              </Text>
            </Box>
            <IconSelector size={14} aria-hidden="true" />
          </Group>
        </UnstyledButton>
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
