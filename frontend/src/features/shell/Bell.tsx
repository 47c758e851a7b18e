import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef } from 'react'
import { bellQuery } from '~/api/alerts'
import { t } from '~/i18n/t'
import classes from './Bell.module.css'

const BellNotices = lazy(() => import('./BellNotices'))

/** How many checks changed that the user has not read of, and which. */
export function Bell({ settled }: { settled: boolean }) {
  const [opened, { toggle, close }] = useDisclosure()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const unread = useQuery(bellQuery()).data?.unread ?? 0
  return (
    <div className={classes.bell}>
      <ActionIcon
        ref={button}
        id={id}
        variant="subtle"
        color="gray"
        onClick={toggle}
        aria-label={unread === 0 ? t('Notices') : t('Notices: {unread} unread', { unread })}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
      >
        <IconBell size={18} />
      </ActionIcon>
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {unread}
        </span>
      )}
      <Suspense>
        {(settled || opened) && (
          <BellNotices id={id} opener={button} opened={opened} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
