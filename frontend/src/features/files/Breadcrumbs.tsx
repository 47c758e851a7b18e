import { Group } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { Fragment } from 'react'
import { ROOT, segmentsOf, visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { CopyButton } from '~/ui/CopyButton'
import { TextLink } from '~/ui/TextLink'
import classes from './Breadcrumbs.module.css'

/** Directories in the middle of a very deep path are folded, so that the bar stays one glance. */
const SHOWN_FIRST = 2
const SHOWN_LAST = 5

type BreadcrumbsProps = {
  path: string
  /** The page that shows the directories on the way. */
  to?: '/files' | '/usage'
}

export function Breadcrumbs({ path, to = '/files' }: BreadcrumbsProps) {
  const segments = segmentsOf(path)
  const folded = Math.max(0, segments.length - SHOWN_FIRST - SHOWN_LAST)
  return (
    <Group gap={4} component="nav" aria-label={t('Path')} className={classes.bar}>
      <TextLink
        to={to}
        search={{}}
        className={classes.home}
        aria-label={t('Root directory')}
        aria-current={path === ROOT ? 'page' : undefined}
      >
        <IconHome size={16} stroke={1.8} />
      </TextLink>
      {segments.map((segment, index) => {
        if (folded > 0 && index === SHOWN_FIRST) {
          return (
            <span
              key="folded"
              className={classes.separator}
              title={t('{folded} more directories', { folded })}
            >
              / …
            </span>
          )
        }
        if (folded > 0 && index > SHOWN_FIRST && index < SHOWN_FIRST + folded) return null
        const last = index === segments.length - 1
        return (
          <Fragment key={segment.path}>
            <span className={classes.separator} aria-hidden="true">
              /
            </span>
            <TextLink
              to={to}
              search={{ path: segment.path }}
              className={classes.segment}
              aria-current={last ? 'page' : undefined}
              title={visibleName(segment.name)}
            >
              {visibleName(segment.name)}
            </TextLink>
          </Fragment>
        )
      })}
      <CopyButton value={path} what={t('path')} />
    </Group>
  )
}
