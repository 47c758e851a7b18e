import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { HealthChecks } from '~/api/health'
import { failing, headline } from '~/features/health/wording'
import { servedReason } from '~/i18n/reason'
import { served, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { TextLink } from '~/ui/TextLink'
import { VERDICT_TONES } from '~/ui/verdicts'

const SHOWN_MAX = 5

/** The verdict at a glance, and the checks that make it so. */
export function HealthPanel({ health }: { health: UseQueryResult<HealthChecks> }) {
  if (health.isError && !health.data) {
    return <ErrorState error={health.error} onRetry={() => health.refetch()} />
  }
  return (
    <Paper p="md" component="section" aria-label={t('Health')} mih={62}>
      {health.data ? <Verdict health={health.data} /> : <Skeleton height={22} width="30%" my={4} />}
    </Paper>
  )
}

function Verdict({ health }: { health: HealthChecks }) {
  const found = failing(health)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text fz={18} fw={620} component="div">
          <StatusDot tone={VERDICT_TONES[health.verdict]}>{headline(health)}</StatusDot>
        </Text>
        <Text size="xs">
          <TextLink to="/health">{t('All checks')}</TextLink>
        </Text>
      </Group>
      {found.slice(0, SHOWN_MAX).map(({ key, verdict, title, reason, since, page }) => (
        <Group key={key} gap="xs" align="baseline">
          <StatusDot tone={VERDICT_TONES[verdict]}>
            <TextLink to={page} size="sm" fw={550} title={served(title)}>
              {servedReason(reason)}
            </TextLink>
          </StatusDot>
          {since && (
            <Text size="xs" c="dimmed" component="span">
              <Age time={since} />
            </Text>
          )}
        </Group>
      ))}
      {found.length > SHOWN_MAX && (
        <Text size="xs" c="dimmed">
          {t('and {found} more', { found: found.length - SHOWN_MAX })}
        </Text>
      )}
    </Stack>
  )
}
