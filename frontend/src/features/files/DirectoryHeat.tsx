import { Stack, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { heatQuery } from '~/api/heat'
import { formatPart, formatTime, formatWaiting } from '~/features/heat/wording'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
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
      <Title order={3}>{t('Heat of ten minutes')}</Title>
      {entry ? (
        <Facts>
          <Fact name={t('Calls')}>{formatCount(entry.calls)}</Fact>
          <Fact name={t('Their time')}>
            {t('{time_ms}, {share} of all', {
              time_ms: formatTime(entry.time_ms),
              share: formatPart(entry.share),
            })}
          </Fact>
          <Fact name={t('Waiting of a call')}>{formatWaiting(entry)}</Fact>
        </Facts>
      ) : (
        <Text size="sm" c="dimmed">
          {t('It is not among the hottest.')}
        </Text>
      )}
      <Text size="sm">
        <TextLink
          to="/heat"
          search={{ by: 'directory', key: path, window: WINDOW }}
          underline="always"
        >
          {t('Who works here')}
        </TextLink>
      </Text>
    </Stack>
  )
}
