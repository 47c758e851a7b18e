import { Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { ActionButton } from './ActionButton'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one, first page first ('' is the first page). */
    trail?: string[]
  }
}

type CursorPagerProps = {
  /** The cursor of the page that is shown; undefined on the first page. */
  cursor: string | undefined
  nextCursor: string | null | undefined
  /** Rows on this page. */
  shown: number
  /** The most that a page holds. Absent when pages may hold fewer rows than that though others follow. */
  limit?: number
  total?: { count: number; exact: boolean }
  noun: string
  onGo: (cursor: string | undefined, trail: string[]) => void
}

/**
 * Paging over opaque cursors. The position is in the URL; the way back is in the history entry,
 * so a page opened from a link knows only the way to the first page, and says so.
 */
export function CursorPager(props: CursorPagerProps) {
  const { cursor, nextCursor, shown, limit, total, noun, onGo } = props
  const trail = useLocation({ select: (location) => location.state.trail }) ?? []
  const lost = cursor !== undefined && trail.length === 0
  const previous = trail.at(-1)

  if (cursor === undefined && !nextCursor && total === undefined) return null
  return (
    <Group justify="space-between" gap="sm" px="sm" py={8} component="nav" aria-label={t('Pages')}>
      <Text size="xs" c="dimmed" role="status">
        {rangeText({ shown, limit, total, noun, page: lost ? undefined : trail.length })}
      </Text>
      {(cursor !== undefined || nextCursor) && (
        <Group gap={6}>
          <ActionButton
            variant="default"
            leftSection={<IconChevronsLeft size={14} />}
            disabledReason={cursor === undefined ? t('This is the first page') : undefined}
            onClick={() => onGo(undefined, [])}
          >
            {t('First')}
          </ActionButton>
          <ActionButton
            variant="default"
            leftSection={<IconChevronLeft size={14} />}
            disabledReason={
              cursor === undefined
                ? t('This is the first page')
                : lost
                  ? t('This page was opened from a link: go to the first page')
                  : undefined
            }
            onClick={() => onGo(previous === '' ? undefined : previous, trail.slice(0, -1))}
          >
            {t('Previous')}
          </ActionButton>
          <ActionButton
            variant="default"
            rightSection={<IconChevronRight size={14} />}
            disabledReason={nextCursor ? undefined : t('This is the last page')}
            onClick={() => nextCursor && onGo(nextCursor, lost ? [] : [...trail, cursor ?? ''])}
          >
            {t('Next')}
          </ActionButton>
        </Group>
      )}
    </Group>
  )
}

function rangeText(range: {
  shown: number
  limit: number | undefined
  total: CursorPagerProps['total']
  noun: string
  page: number | undefined
}): string {
  const { shown, limit, total, noun, page } = range
  if (shown === 0) return t('No {noun}', { noun })
  const of = total
    ? t(' of {about}{count}', {
        about: total.exact ? '' : t('about '),
        count: formatCount(total.count),
      })
    : ''
  if (page === undefined || limit === undefined) return `${formatCount(shown)} ${noun}${of}`
  const first = page * limit + 1
  return `${formatCount(first)}–${formatCount(first + shown - 1)}${of} ${noun}`
}
