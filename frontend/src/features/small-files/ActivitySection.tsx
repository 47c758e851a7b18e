import { Paper, Skeleton, Text } from '@mantine/core'
import type { SmallFileActivity } from '~/api/small-files'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { Fact, Facts } from '~/ui/Facts'
import { Section } from '~/ui/Section'

/** What the namenodes did with small files since each was started; null: none of them answers. */
export function ActivitySection({ activity }: { activity: SmallFileActivity | null | undefined }) {
  return (
    <Section title={t('Since the namenodes were started')}>
      <Paper p="md">
        {activity === undefined && <Skeleton height={150} aria-busy="true" />}
        {activity === null && <Text size="sm">{t('No namenode answers now.')}</Text>}
        {activity && (
          <Facts>
            <Fact name={t('Written')}>{plural(activity.written, 'file')}</Fact>
            <Fact name={t('Read')}>{t('{read} times', { read: formatCount(activity.read) })}</Fact>
            <Fact name={t('Taken in')}>
              {plural(activity.taken_in, 'file')}, {formatBytes(activity.taken_in_bytes)}
            </Fact>
            <Fact name={t('Moved out')}>{plural(activity.moved_out, 'file')}</Fact>
            <Fact name={t('Sent on to datanodes')}>
              {t('{fallbacks_full} for want of room, {fallbacks_memory} for want of memory', {
                fallbacks_full: formatCount(activity.fallbacks_full),
                fallbacks_memory: formatCount(activity.fallbacks_memory),
              })}
            </Fact>
            <Fact name={t('In flight')}>{formatBytes(activity.bytes_in_flight)}</Fact>
          </Facts>
        )}
      </Paper>
    </Section>
  )
}
