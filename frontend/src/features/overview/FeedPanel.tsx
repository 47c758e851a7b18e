import { Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { Feed } from '~/api/cluster'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { Fact, Facts } from '~/ui/Facts'
import { Section } from '~/ui/Section'
import { StatusDot, type Tone } from '~/ui/StatusDot'

const stateLabels = perLanguage(
  (): Record<Feed['state'], { tone: Tone; label: string; meaning: string }> => ({
    following: {
      tone: 'good',
      label: t('Following'),
      meaning: t('Changes become searchable as they are committed.'),
    },
    catching_up: {
      tone: 'busy',
      label: t('Catching up'),
      meaning: t('The newest changes are not searchable yet.'),
    },
    rebuilding: {
      tone: 'busy',
      label: t('Rebuilding'),
      meaning: t(
        'A new index is being built; until it is complete, answers come from the old one.',
      ),
    },
    paused: {
      tone: 'busy',
      label: t('Paused'),
      meaning: t('An operator has paused the indexer: changes wait, search shows an old state.'),
    },
    stalled: {
      tone: 'bad',
      label: t('Stalled'),
      meaning: t('The indexer does not read the feed: search shows an old state. See make logs.'),
    },
  }),
)

/** How far the search index is behind the file system. */
export function FeedPanel({ feed }: { feed: Feed | null | undefined }) {
  return (
    <Section title={t('Change feed to search')}>
      <Paper p="md" flex={1}>
        {feed && <FeedState feed={feed} />}
        {feed === undefined && <FeedSkeleton />}
        {feed === null && (
          <Text size="sm" c="dimmed">
            {t('Unknown: the overview could not be read.')}
          </Text>
        )}
      </Paper>
    </Section>
  )
}

function FeedState({ feed }: { feed: Feed }) {
  const { tone, label, meaning } = stateLabels()[feed.state]
  const waiting = feed.head_sequence === null ? null : feed.head_sequence - feed.sequence
  return (
    <Stack gap="xs">
      <Facts>
        <Fact name={t('State')}>
          <StatusDot tone={tone}>{label}</StatusDot>
        </Fact>
        <Fact name={t('Lag')}>
          {feed.lag_ms === null ? t('unknown') : formatDuration(feed.lag_ms)}
        </Fact>
        <Fact name={t('Sequence')}>
          {formatCount(feed.sequence)}
          {waiting !== null && (
            <Text span size="xs" c="dimmed">
              {waiting > 0
                ? t(' {waiting} to go', { waiting: formatCount(waiting) })
                : t(' the newest')}
            </Text>
          )}
        </Fact>
      </Facts>
      <Text size="xs" c="dimmed">
        {meaning}
      </Text>
    </Stack>
  )
}

function FeedSkeleton() {
  return (
    <Stack gap={10} aria-busy="true">
      <Skeleton height={13} width="60%" />
      <Skeleton height={13} width="45%" />
      <Skeleton height={13} width="55%" />
      <Skeleton height={12} width="90%" mt={4} />
    </Stack>
  )
}
