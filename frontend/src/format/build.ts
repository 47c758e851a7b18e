import { t } from '~/i18n/t'

const MINUTE_MS = 60_000

/** How far a build is: "42 %, about 3 min left"; null where nothing is built or nothing known. */
export function formatBuild(percent: number | null, leftMs: number | null): string | null {
  if (percent === null) return null
  return leftMs === null
    ? `${percent} %`
    : t('{percent} %, {time} left', { percent, time: formatLeft(leftMs) })
}

function formatLeft(ms: number): string {
  if (ms < MINUTE_MS) return t('less than a minute')
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes < 60) return t('about {minutes} min', { minutes })
  return t('about {hours} h {minutes} min', {
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  })
}
