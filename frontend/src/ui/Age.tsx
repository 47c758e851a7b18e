import { Flex, Loader, Text } from '@mantine/core'
import { formatAge, formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { useNow } from './useNow'

type AgeProps = {
  time: string | null | undefined
  /** What the title says before the exact time. */
  titlePrefix?: string
}

/** A moment as its age, kept current; the exact time is in the title. */
export function Age({ time, titlePrefix = '' }: AgeProps) {
  const nowMs = useNow()
  if (!time) return <span aria-hidden="true">–</span>
  return (
    <time
      dateTime={time}
      title={`${titlePrefix}${formatDateTime(time)} UTC`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatAge(time, nowMs)}
    </time>
  )
}

type DataAgeProps = {
  /** When what is shown was true, by the server's word or by when it arrived; its place is kept
   * while it is not known. */
  time: string | number | null | undefined
  refetching?: boolean
}

/** "Data 4 s ago", with a quiet spinner while newer data is on its way. */
export function DataAge({ time, refetching = false }: DataAgeProps) {
  const known = Boolean(time)
  const iso = typeof time === 'string' && known ? time : new Date(time || Date.now()).toISOString()
  return (
    <Flex
      // Where it begins a line, on a phone, the spinner's place is behind the text.
      direction={{ base: 'row-reverse', sm: 'row' }}
      align="center"
      gap={6}
      h={20}
      w="fit-content"
      aria-hidden={!known || undefined}
      style={{ visibility: known ? 'visible' : 'hidden' }}
    >
      <Loader
        size={10}
        aria-hidden="true"
        style={{ visibility: refetching && known ? 'visible' : 'hidden' }}
      />
      <Text size="xs" c="dimmed" component="span">
        <Trans
          message="Data {age}"
          values={{ age: <Age time={iso} titlePrefix={t('Shown as of ')} /> }}
        />
      </Text>
    </Flex>
  )
}
