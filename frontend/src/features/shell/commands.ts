import { useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconRulerMeasure,
  IconSun,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type Me, maySomewhere, type Permission } from '~/api/auth'
import { t } from '~/i18n/t'
import { useLogout } from './useLogout'

export type Command = {
  label: string
  hint: string
  Icon: TablerIcon
  /** What it takes, somewhere; nothing without. */
  needs?: Permission
  run: () => void
}

/** What the palette can do besides going somewhere; those that a user's role allows. */
export function useCommands(me: Me, onShortcuts: () => void): Command[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const leave = useLogout()
  const commands: Command[] = [
    {
      label: t('New token…'),
      hint: t('Access for a script or a tool'),
      Icon: IconKey,
      run: () => navigate({ to: '/tokens', search: { open: 'create' } }),
    },
    {
      label: t('New quota…'),
      hint: t('A limit of names or of space for a directory'),
      Icon: IconRulerMeasure,
      needs: 'set_quotas',
      run: () => navigate({ to: '/quotas', search: { open: 'new' } }),
    },
    {
      label: t('New user…'),
      hint: t('Somebody else who may log in'),
      Icon: IconUserPlus,
      needs: 'manage_users',
      run: () => navigate({ to: '/users', search: { open: 'create' } }),
    },
    {
      label: t('Change my password'),
      hint: t('Ends all other sessions'),
      Icon: IconLock,
      run: () => navigate({ to: '/account' }),
    },
    {
      label: t('Light colours'),
      hint: t('Appearance'),
      Icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      label: t('Dark colours'),
      hint: t('Appearance'),
      Icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      label: t('Colours as the system'),
      hint: t('Appearance'),
      Icon: IconDeviceDesktop,
      run: () => setColorScheme('auto'),
    },
    {
      label: t('Keyboard shortcuts'),
      hint: t('All of them'),
      Icon: IconKeyboard,
      run: onShortcuts,
    },
    {
      label: t('Log out'),
      hint: t('Ends this session'),
      Icon: IconLogout,
      run: () => leave.mutate(),
    },
  ]
  return commands.filter(({ needs }) => needs === undefined || maySomewhere(me, needs))
}
