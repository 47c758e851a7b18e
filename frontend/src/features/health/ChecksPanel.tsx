import {
  type UseQueryResult,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type HealthCheck, type HealthChecks, healthKeys, unmuteCheck } from '~/api/health'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { CheckRow } from './CheckRow'
import { worstFirst } from './wording'

const route = getRouteApi('/console/health')

const columns = [
  { label: 'Verdict', width: 150 },
  { label: 'Check' },
  { label: 'What was found' },
  { label: 'Since' },
  { label: 'Actions', align: 'right' as const, hidden: true },
]

export function ChecksPanel({ health }: { health: UseQueryResult<HealthChecks> }) {
  return (
    <Section title="Checks">
      <TablePanel
        caption="All checks, the worst first"
        columns={columns}
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
          <SkeletonRows rows={12} columns={columns.length} />
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
    onSuccess: () => notifyDone('Check counts again', check.title),
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthKeys.all }),
  })
  const refusal = !mayEverywhere(me, 'alerts') ? 'Operators mute checks' : undefined
  if (check.mute !== null) {
    return (
      <ActionButton
        size="compact-xs"
        variant="default"
        disabledReason={refusal}
        loading={unmute.isPending}
        aria-label={`Unmute: ${check.title}`}
        onClick={() => unmute.mutate()}
      >
        Unmute
      </ActionButton>
    )
  }
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      disabledReason={refusal}
      aria-label={`Mute: ${check.title}`}
      onClick={() => navigate({ search: (old) => ({ ...old, mute: check.key }) })}
    >
      Mute
    </ActionButton>
  )
}
