import { Progress } from '@mantine/core'
import type { Overview } from '~/api/cluster'
import type { Forecast } from '~/api/figures'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatShare } from '~/format/count'
import { t } from '~/i18n/t'
import { Stat } from '~/ui/Stat'
import { forecastSentence, fullOnText } from './forecast'

const NEARLY_FULL = 0.85

type CapacityStatProps = {
  summary: Overview['cluster'] | null | undefined
  forecast: Forecast | undefined
}

/** How full the datanodes are: their disks, whatever else lies on them included, and when that ends. */
export function CapacityStat({ summary, forecast }: CapacityStatProps) {
  if (!summary) return <Stat label={t('Capacity')} value={summary === null ? '–' : undefined} />
  const { capacity_bytes, remaining_bytes, used_bytes } = summary
  if (capacity_bytes === 0)
    return <Stat label={t('Capacity')} value="–" hint={t('no datanode reports')} />
  const other = Math.max(0, capacity_bytes - remaining_bytes - used_bytes)
  const taken = (used_bytes + other) / capacity_bytes
  return (
    <Stat
      label={t('Capacity')}
      value={t('{remaining_bytes} free', { remaining_bytes: formatBytes(remaining_bytes) })}
      title={formatBytesExactly(remaining_bytes)}
      hint={
        <>
          <Progress.Root size={6} mb={3} mt={-1}>
            <Progress.Section
              value={(used_bytes / capacity_bytes) * 100}
              color={taken > NEARLY_FULL ? 'red' : 'var(--warren-bar)'}
              aria-label={t('Used by Warren')}
            />
            <Progress.Section
              value={(other / capacity_bytes) * 100}
              color="gray.4"
              aria-label={t('Used by others')}
            />
          </Progress.Root>
          {t('{used} used, {share} of {capacity}', {
            used: formatBytes(used_bytes),
            share: formatShare(used_bytes, capacity_bytes),
            capacity: formatBytes(capacity_bytes),
          })}
          {forecast && fullOnText(forecast) && (
            <div title={forecastSentence(forecast)}>{fullOnText(forecast)}</div>
          )}
        </>
      }
    />
  )
}
