const MINUTE_MS = 60_000

/** How far a build is: "42 %, about 3 min left"; null where nothing is built or nothing known. */
export function formatBuild(percent: number | null, leftMs: number | null): string | null {
  if (percent === null) return null
  return leftMs === null ? `${percent} %` : `${percent} %, ${formatLeft(leftMs)} left`
}

function formatLeft(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes < 60) return `about ${minutes} min`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
