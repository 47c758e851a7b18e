import {
  type UseQueryResult,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type HealthCheck, type HealthChecks, healthKeys, unmuteCheck } from '~/api/health'
import { perLanguage, served, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { CheckRow } from './CheckRow'
import { worstFirst } from './wording'

const route = getRouteApi('/console/health')

const columns = perLanguage(() => [
  { label: t('Verdict'), width: 150 },
  { label: t('Check') },
  { label: t('What was found') },
  { label: t('Since') },
  { label: t('Actions'), align: 'right' as const, hidden: true },
])

export function ChecksPanel({ health }: { health: UseQueryResult<HealthChecks> }) {
  return (
    <Section title={t('Checks')}>
      <TablePanel
        caption={t('All checks, the worst first')}
        columns={columns()}
        instead={
          health.isError && !health.data ? (
            <ErrorState error={health.error} onRetry={() => health.refetch()} />
          ) : undefined
        }
      >
        {health.data ? (
          worstFirst(health.data.items).map((check) => (
            <CheckRow key={check.key} check={check} action={<MuteButton check={check} />} />
          ))
        ) : (
          <SkeletonRows rows={12} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function MuteButton({ check }: { check: HealthCheck }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery())
  const unmute = useMutation({
    mutationFn: () => unmuteCheck(check.key),
    onSuccess: () => notifyDone(t('Check counts again'), served(check.title)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthKeys.all }),
  })
  const refusal = !mayEverywhere(me, 'alerts') ? t('Operators mute checks') : undefined
  if (check.mute !== null) {
    return (
      <ActionButton
        size="compact-xs"
        variant="default"
        disabledReason={refusal}
        loading={unmute.isPending}
        aria-label={t('Unmute: {title}', { title: served(check.title) })}
        onClick={() => unmute.mutate()}
      >
        {t('Unmute')}
      </ActionButton>
    )
  }
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      disabledReason={refusal}
      aria-label={t('Mute: {title}', { title: served(check.title) })}
      onClick={() => navigate({ search: (old) => ({ ...old, mute: check.key }) })}
    >
      {t('Mute')}
    </ActionButton>
  )
}
