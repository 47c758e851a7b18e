import { Paper, Skeleton, Text } from '@mantine/core'
import type { SmallFileActivity } from '~/api/small-files'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { Fact, Facts } from '~/ui/Facts'
import { Section } from '~/ui/Section'

/** What the namenodes did with small files since each was started; null: none of them answers. */
export function ActivitySection({ activity }: { activity: SmallFileActivity | null | undefined }) {
  return (
    <Section title="Since the namenodes were started">
      <Paper p="md">
        {activity === undefined && <Skeleton height={150} aria-busy="true" />}
        {activity === null && <Text size="sm">No namenode answers now.</Text>}
        {activity && (
          <Facts>
            <Fact name="Written">{plural(activity.written, 'file')}</Fact>
            <Fact name="Read">{formatCount(activity.read)} times</Fact>
            <Fact name="Taken in">
              {plural(activity.taken_in, 'file')}, {formatBytes(activity.taken_in_bytes)}
            </Fact>
            <Fact name="Moved out">{plural(activity.moved_out, 'file')}</Fact>
            <Fact name="Sent on to datanodes">
              {formatCount(activity.fallbacks_full)} for want of room,{' '}
              {formatCount(activity.fallbacks_memory)} for want of memory
            </Fact>
            <Fact name="In flight">{formatBytes(activity.bytes_in_flight)}</Fact>
          </Facts>
        )}
      </Paper>
    </Section>
  )
}
