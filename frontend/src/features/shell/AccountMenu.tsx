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
import { perLanguage, t } from '~/i18n/t'
import { PlacedTarget } from '~/ui/PlacedTarget'
import { useOpenedLate } from '~/ui/useOpenedLate'
import { LANGUAGE_NAMES, useChosenLanguage } from './useChosenLanguage'
import { useLogout } from './useLogout'

const schemes = perLanguage(
  () =>
    [
      { value: 'light', label: t('Light'), Icon: IconSun },
      { value: 'dark', label: t('Dark'), Icon: IconMoon },
      { value: 'auto', label: t('As the system'), Icon: IconDeviceDesktop },
    ] as const,
)

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
  const [language, setLanguage] = useChosenLanguage()
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
        <Menu.Label>{t('Appearance')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) =>
            setColorScheme(schemes().find((scheme) => scheme.value === value)?.value ?? 'auto')
          }
        >
          {schemes().map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={15} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={setLanguage}>
          {LANGUAGE_NAMES.map(([code, name]) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Acts in HDFS as {hdfs_user}', { hdfs_user: me.hdfs_user })}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={15} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {t('Password and sessions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => leave.mutate()}>
          {t('Log out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
