import { Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useState } from 'react'
import type { HeatShards } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatDecimal, percentOf } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Section } from '~/ui/Section'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { momentOf, secondsOf, stepAt } from './loads'
import { formatRate, shardName } from './wording'

const route = getRouteApi('/console/shards')
const TICK_MS = 400
/** However long the range is, it plays in less than a minute. */
const TICKS_MAX = 120
const BUSIEST = 5

const columns = perLanguage(() => [
  { label: t('Shard') },
  { label: t('Part of the operations'), width: '40%' },
  { label: t('Operations/s'), align: 'right' as const },
])

/** The range moment by moment: which shards were the busiest then. The moment is in the address. */
export function Replay({ shards }: { shards: HeatShards }) {
  const { at } = route.useSearch()
  const navigate = route.useNavigate()
  const [plays, setPlays] = useState(false)
  const { times } = shards
  const last = times.length - 1
  const step = at === undefined ? last : stepAt(times, at)
  const time = times[step]
  const show = (next: number) => {
    const moment = times[next]
    navigate({
      search: (old) => ({ ...old, at: moment && secondsOf(moment) }),
      replace: true,
      resetScroll: false,
    })
  }
  const { start, stop } = useInterval(() => {
    if (step >= last) setPlays(false)
    else show(Math.min(last, step + Math.ceil(times.length / TICKS_MAX)))
  }, TICK_MS)
  useEffect(() => {
    if (!plays) return
    start()
    return stop
  }, [plays, start, stop])
  if (time === undefined) return null
  const toggle = () => {
    if (!plays && step >= last) show(0)
    setPlays(!plays)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setPlays(false)
    show(Number(event.currentTarget.value))
  }
  return (
    <Section
      title={t('Moment by moment')}
      aside={
        <ActionButton
          size="xs"
          variant="default"
          leftSection={plays ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
          onClick={toggle}
        >
          {plays ? t('Pause') : t('Replay')}
        </ActionButton>
      }
    >
      <Paper p="sm">
        <Stack gap="xs">
          <input
            type="range"
            aria-label={t('Moment')}
            aria-valuetext={`${formatDateTime(time)} UTC`}
            min={0}
            max={last}
            value={step}
            onChange={choose}
            style={{ width: '100%', accentColor: 'var(--mantine-primary-color-filled)' }}
          />
          {at === undefined ? (
            <Text size="sm" c="dimmed">
              {t('Choose a moment, or replay the whole range, to see which shards were busy then.')}
            </Text>
          ) : (
            <Moment shards={shards} step={step} time={time} />
          )}
        </Stack>
      </Paper>
    </Section>
  )
}

type MomentProps = { shards: HeatShards; step: number; time: string }

function Moment({ shards, step, time }: MomentProps) {
  const { busiest, operations_per_s, measured } = momentOf(shards.shards, step)
  const imbalance = shards.imbalance_over_time[step] ?? null
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          {formatDateTime(time)} UTC
        </Text>
        <Text size="sm" c="dimmed">
          {measured
            ? t('{operations_per_s} operations/s, imbalance {imbalance}', {
                operations_per_s: formatRate(operations_per_s),
                imbalance: imbalance == null ? '–' : formatDecimal(imbalance, 2),
              })
            : t('Nothing was measured')}
        </Text>
      </Group>
      {measured && (
        <TablePanel caption={t('The busiest shards at this moment')} columns={columns()} compact>
          {busiest.slice(0, BUSIEST).map(({ shard, operations_per_s: operations, share }) => (
            <Table.Tr key={shard}>
              <Table.Td>
                <TextLink
                  from="/shards"
                  to="/shards"
                  search={(old) => ({ ...old, shard })}
                  resetScroll={false}
                >
                  {shardName({ shard })}
                </TextLink>
              </Table.Td>
              <Table.Td>
                <Text size="xs">{formatPart(share)}</Text>
                <Progress
                  value={percentOf(share, 1)}
                  size={4}
                  mt={3}
                  aria-label={t('Part of {shardName} then', { shardName: shardName({ shard }) })}
                />
              </Table.Td>
              <Table.Td ta="right">{formatRate(operations)}</Table.Td>
            </Table.Tr>
          ))}
        </TablePanel>
      )}
    </>
  )
}
