import { Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSelector } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef } from 'react'
import { meQuery } from '~/api/auth'
import { t } from '~/i18n/t'
import classes from './UserMenu.module.css'

const AccountMenu = lazy(() => import('./AccountMenu'))

const INITIALS = 2

/** Who is logged in; opens what belongs to the account. */
export function UserMenu({ settled }: { settled: boolean }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [opened, { toggle, close }] = useDisclosure()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <UnstyledButton
        ref={button}
        id={id}
        className={classes.button}
        onClick={toggle}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
      >
        <VisuallyHidden>{t('Account')}</VisuallyHidden>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.initials} aria-hidden="true">
            {me.username.slice(0, INITIALS).toUpperCase()}
          </span>
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
      <Suspense>
        {(settled || opened) && (
          <AccountMenu id={id} opener={button} opened={opened} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
