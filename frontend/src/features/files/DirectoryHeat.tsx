import { Stack, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { heatQuery } from '~/api/heat'
import { formatPart, formatTime, formatWaiting } from '~/features/heat/wording'
import { formatCount } from '~/format/count'
import { Fact, Facts } from '~/ui/Facts'
import { TextLink } from '~/ui/TextLink'

const WINDOW = '10m'

/** What a directory cost the namenodes lately; it tells of users, so viewers are not shown it. */
export function DirectoryHeat({ path }: { path: string }) {
  const { data: me } = useSuspenseQuery(meQuery())
  return !mayEverywhere(me, 'heat') ? null : <Heat path={path} />
}

/** Nothing while it is not known: the panel is about the directory, and the page Heat says why. */
function Heat({ path }: { path: string }) {
  const heat = useQuery(heatQuery({ by: 'directory', window: WINDOW, key: path }))
  if (!heat.data) return null
  const entry = heat.data.entries[0]
  return (
    <Stack gap="xs">
      <Title order={3}>Heat of ten minutes</Title>
      {entry ? (
        <Facts>
          <Fact name="Calls">{formatCount(entry.calls)}</Fact>
          <Fact name="Their time">
            {formatTime(entry.time_ms)}, {formatPart(entry.share)} of all
          </Fact>
          <Fact name="Waiting of a call">{formatWaiting(entry)}</Fact>
        </Facts>
      ) : (
        <Text size="sm" c="dimmed">
          It is not among the hottest.
        </Text>
      )}
      <Text size="sm">
        <TextLink
          to="/heat"
          search={{ by: 'directory', key: path, window: WINDOW }}
          underline="always"
        >
          Who works here
        </TextLink>
      </Text>
    </Stack>
  )
}
