import { ActionIcon, Box, Burger, Group, Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys, useOs, useWindowEvent } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { approves } from '~/api/approvals'
import { meQuery } from '~/api/auth'
import { readOnlyQuery } from '~/api/cluster'
import { t } from '~/i18n/t'
import { Wordmark } from '~/ui/Logo'
import { useIsNarrow } from '~/ui/useIsNarrow'
import { useSettled } from '~/ui/useSettled'
import { Bell } from './Bell'
import classes from './ConsoleLayout.module.css'
import { PollingNote } from './PollingNote'
import { pagesOf } from './pages'
import { UserMenu } from './UserMenu'
import { useEvents } from './useEvents'
import { useMigrated } from './useMigrated'
import { useRememberedFocus } from './useRememberedFocus'
import { useShortcutsKey } from './useShortcutsKey'
import { WaitingBadge } from './WaitingBadge'

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog'))
const ReadOnlyNotice = lazy(() => import('./ReadOnlyNotice'))
const ConsoleSpotlight = lazy(() => import('./ConsoleSpotlight'))

/** The frame around every page once logged in. */
export function ConsoleLayout() {
  const { data: me } = useSuspenseQuery(meQuery())
  const migrated = useMigrated(me)
  const [opened, { toggle, close }] = useDisclosure()
  const [shortcuts, { open: openShortcuts, close: closeShortcuts }] = useDisclosure()
  const [sought, { open: seek }] = useDisclosure()
  const settled = useSettled(useQueryClient(), useRouter())
  const readOnly = useQuery({ ...readOnlyQuery(), enabled: settled }).data
  useEvents(settled)
  const narrow = useIsNarrow()
  const burger = useRef<HTMLButtonElement>(null)
  const openPalette = () => {
    seek()
    spotlight.open()
  }
  const togglePalette = () => {
    seek()
    spotlight.toggle()
  }
  const pathname = useRouterState({ select: (state) => state.location.pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(close, [pathname])

  useRememberedFocus()
  useShortcutsKey(openShortcuts)
  // Here and not in the palette, whose code may still be under way when the keys are pressed.
  useHotkeys([['mod+K', togglePalette]], [])
  useWindowEvent('keydown', (event) => {
    if (opened && event.key === 'Escape') {
      close()
      burger.current?.focus()
    }
  })

  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('Skip to content')}
      </a>
      <header className={classes.header}>
        <Group gap="xs">
          <Burger
            ref={burger}
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={t('Navigation')}
            aria-expanded={opened}
          />
          <Wordmark size={22} />
        </Group>
        <Group gap={6}>
          {narrow && <Bell settled={settled} />}
          <ActionIcon variant="subtle" color="gray" onClick={openPalette} aria-label={t('Go to')}>
            <IconSearch size={18} />
          </ActionIcon>
        </Group>
      </header>
      <nav className={classes.side} data-opened={opened || undefined}>
        <Group justify="space-between" p="md" pb="xs">
          <Link to="/" className={classes.brand} aria-label={t('Warren, overview')}>
            <Wordmark />
          </Link>
          {!narrow && <Bell settled={settled} />}
          <Burger
            hiddenFrom="sm"
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={t('Close navigation')}
          />
        </Group>
        <Box px="sm" py="xs">
          <GoToButton onGo={openPalette} />
        </Box>
        <nav className={classes.links} aria-label={t('Main')}>
          {pagesOf(me, migrated).map((page) => (
            <Link
              key={page.to}
              to={page.to}
              aria-current={isActive(pathname, page.to) ? 'page' : undefined}
              className={classes.link}
            >
              <page.Icon size={17} stroke={1.7} />
              <span className={classes.label}>{page.label}</span>
              {page.to === '/approvals' && approves(me) && <WaitingBadge />}
            </Link>
          ))}
        </nav>
        <Box p="sm" className={classes.foot}>
          <PollingNote />
          <UserMenu settled={settled} />
        </Box>
      </nav>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Suspense>{readOnly && <ReadOnlyNotice readOnly={readOnly} />}</Suspense>
        <Outlet />
      </main>
      <Suspense>
        {(settled || sought) && <ConsoleSpotlight onShortcuts={openShortcuts} />}
        {shortcuts && <ShortcutsDialog opened onClose={closeShortcuts} />}
      </Suspense>
    </>
  )
}

function isActive(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}

function GoToButton({ onGo }: { onGo: () => void }) {
  const os = useOs()
  return (
    <UnstyledButton className={classes.goTo} onClick={onGo}>
      <IconSearch size={15} stroke={1.8} aria-hidden="true" />
      <Box flex={1}>{t('Go to…')}</Box>
      <Kbd size="xs" aria-hidden="true">
        {os === 'macos' || os === 'ios' ? '⌘' : t('Ctrl')} K
      </Kbd>
    </UnstyledButton>
  )
}
