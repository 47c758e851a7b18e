import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Kbd,
  NavLink,
  ScrollArea,
  Stack,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, useHotkeys, useOs, useWindowEvent } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { approves } from '~/api/approvals'
import { meQuery } from '~/api/auth'
import { Wordmark } from '~/ui/Logo'
import { useIsNarrow } from '~/ui/useIsNarrow'
import { Bell } from './Bell'
import classes from './ConsoleLayout.module.css'
import { pagesOf } from './pages'
import { UserMenu } from './UserMenu'
import { useRememberedFocus } from './useRememberedFocus'
import { useShortcutsKey } from './useShortcutsKey'
import { WaitingBadge } from './WaitingBadge'

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog'))
const ConsoleSpotlight = lazy(() => import('./ConsoleSpotlight'))

/** The frame around every page once logged in. */
export function ConsoleLayout() {
  const { data: me } = useSuspenseQuery(meQuery())
  const [opened, { toggle, close }] = useDisclosure()
  const [shortcuts, { open: openShortcuts, close: closeShortcuts }] = useDisclosure()
  const narrow = useIsNarrow()
  const burger = useRef<HTMLButtonElement>(null)
  const pathname = useRouterState({ select: (state) => state.location.pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(close, [pathname])

  useRememberedFocus()
  useShortcutsKey(openShortcuts)
  // Here and not in the palette, whose code may still be under way when the keys are pressed.
  useHotkeys([['mod+K', spotlight.toggle]], [])
  useWindowEvent('keydown', (event) => {
    if (opened && event.key === 'Escape') {
      close()
      burger.current?.focus()
    }
  })

  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm" px="sm">
        <Group h="100%" justify="space-between">
          <Group gap="xs">
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
            />
            <Wordmark size={22} />
          </Group>
          <Group gap={6}>
            {narrow && <Bell />}
            <ActionIcon variant="subtle" color="gray" onClick={spotlight.open} aria-label="Go to">
              <IconSearch size={18} />
            </ActionIcon>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <AppShell.Section p="md" pb="xs">
          <Group justify="space-between">
            <Link to="/" className={classes.brand} aria-label="Warren, overview">
              <Wordmark />
            </Link>
            {!narrow && <Bell />}
            <Burger
              hiddenFrom="sm"
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label="Close navigation"
            />
          </Group>
        </AppShell.Section>
        <AppShell.Section px="sm" py="xs">
          <GoToButton />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="sm">
          <Stack gap={2} component="nav" aria-label="Main">
            {pagesOf(me).map((page) => (
              <NavLink
                key={page.to}
                renderRoot={(props) => <Link to={page.to} {...props} />}
                active={isActive(pathname, page.to)}
                aria-current={isActive(pathname, page.to) ? 'page' : undefined}
                leftSection={<page.Icon size={17} stroke={1.7} />}
                label={page.label}
                rightSection={
                  page.to === '/approvals' && approves(me) ? <WaitingBadge /> : undefined
                }
                className={classes.link}
              />
            ))}
          </Stack>
        </AppShell.Section>
        <AppShell.Section p="sm" className={classes.foot}>
          <UserMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </AppShell.Main>
      <Suspense>
        <ConsoleSpotlight onShortcuts={openShortcuts} />
        {shortcuts && <ShortcutsDialog opened onClose={closeShortcuts} />}
      </Suspense>
    </AppShell>
  )
}

function isActive(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}

function GoToButton() {
  const os = useOs()
  return (
    <UnstyledButton className={classes.goTo} onClick={spotlight.open}>
      <IconSearch size={15} stroke={1.8} aria-hidden="true" />
      <Box flex={1}>Go to…</Box>
      <Kbd size="xs" aria-hidden="true">
        {os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl'} K
      </Kbd>
    </UnstyledButton>
  )
}
