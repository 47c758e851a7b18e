import { Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { directoryUsageQuery } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { formatShare } from '~/format/count'
import { ROOT } from '~/format/path'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'

const SHOWN = 5

/** What fills the cluster most, of what is in the root. Not for viewers. */
export function TopConsumersPanel() {
  const usage = useQuery(directoryUsageQuery({ path: ROOT, sort: 'space', limit: SHOWN }))
  const largest = usage.data?.items.filter(({ space_bytes }) => space_bytes > 0) ?? []
  if (usage.data && largest.length === 0) return null
  return (
    <Section
      title="Top consumers"
      aside={
        <TextLink to="/usage" size="sm">
          All usage
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
                  <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                    {formatBytes(space_bytes)} · {formatShare(share ?? 0, 1)}
                  </Text>
                </Group>
                <Progress
                  value={(share ?? 0) * 100}
                  size={4}
                  mt={3}
                  aria-label={`Share of ${path}`}
                />
              </li>
            ))}
          </Stack>
        )}
      </Paper>
    </Section>
  )
}
