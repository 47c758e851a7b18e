import { Box, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { directoryUsageQuery } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { formatShare, percentOf } from '~/format/count'
import { ROOT } from '~/format/path'
import { t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'

const SHOWN = 5
const MENU_PX = 22

/** The first page is there without it. */
const EntryMenu = lazy(() =>
  import('~/features/usage/GoOnMenu').then((module) => ({ default: module.EntryMenu })),
)

/** What fills the cluster most, of what is in the root. Not for viewers. */
export function TopConsumersPanel() {
  const usage = useQuery(directoryUsageQuery({ path: ROOT, sort: 'space', limit: SHOWN }))
  const largest = usage.data?.items.filter(({ space_bytes }) => space_bytes > 0) ?? []
  if (usage.data && largest.length === 0) return null
  return (
    <Section
      title={t('Top consumers')}
      aside={
        <TextLink to="/usage" size="sm">
          {t('All usage')}
        </TextLink>
      }
    >
      <Paper p="md">
        {usage.isError && !usage.data ? (
          <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
        ) : usage.isPending ? (
          <Skeleton height={20} width="60%" />
        ) : (
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {largest.map(({ path, kind, space_bytes, share }) => (
              <li key={path}>
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <TextLink
                    {...(kind === 'directory'
                      ? { to: '/usage', search: { path } }
                      : { to: '/files', search: { path } })}
                    style={{ minWidth: 0, display: 'flex' }}
                  >
                    <PathText path={path} />
                  </TextLink>
                  <Group gap="xs" wrap="nowrap">
                    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                      {formatBytes(space_bytes)} · {formatShare(share ?? 0, 1)}
                    </Text>
                    <Suspense fallback={<Box w={MENU_PX} />}>
                      <EntryMenu path={path} kind={kind} />
                    </Suspense>
                  </Group>
                </Group>
                <Progress
                  value={percentOf(share ?? 0, 1)}
                  size={4}
                  mt={3}
                  aria-label={t('Share of {path}', { path })}
                />
              </li>
            ))}
          </Stack>
        )}
      </Paper>
    </Section>
  )
}
