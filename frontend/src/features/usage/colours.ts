import type { UsageMeasure, UsedChild } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { perLanguage, t } from '~/i18n/t'
import type { UsageColour } from './views'
import { averageBytes, measured } from './wording'

export const colourNames = perLanguage(
  (): Record<UsageColour, string> => ({
    age: t('Age of the files'),
    owner: t('Owner'),
    size: t('Size of the files'),
    growth: t('Growth'),
  }),
)

export type LegendEntry = { label: string; color: string }
export type Colouring = { legend: LegendEntry[]; colorOf: (used: UsedChild) => string }

const DAY_MS = 24 * 3_600_000
const ageColours = perLanguage(() => [
  { label: t('Under 30 days'), underMs: 30 * DAY_MS },
  { label: t('30 days to a year'), underMs: 365 * DAY_MS },
  { label: t('1 to 2 years'), underMs: 730 * DAY_MS },
  { label: t('Over 2 years'), underMs: Number.POSITIVE_INFINITY },
])
const sizeColours = perLanguage(() => [
  { label: t('Under 1 MiB'), under: 2 ** 20 },
  { label: t('Under {bytes}', { bytes: formatBytes(2 ** 24) }), under: 2 ** 24 },
  { label: t('Under {bytes}', { bytes: formatBytes(2 ** 27) }), under: 2 ** 27 },
  {
    label: t('{bytes} and more', { bytes: formatBytes(2 ** 27) }),
    under: Number.POSITIVE_INFINITY,
  },
])
/** From recent to old, or from many small files to large ones; each can be read in both schemes. */
const STEPS = ['#2f9e44', '#94d82d', '#ffd43b', '#f08c00']
const SMALL_FIRST = ['#e8590c', '#ffa94d', '#74c0fc', '#1971c2']
const OWNERS = ['#1971c2', '#2f9e44', '#f08c00', '#9c36b5', '#0c8599', '#c2255c']
const NEUTRAL = '#868e96'
const growthColours = perLanguage(() => ({
  shrank: { label: t('Shrank'), color: '#1971c2' },
  steady: { label: t('Steady, within 1 %'), color: '#ffec99' },
  grew: { label: t('Grew'), color: '#e8590c' },
  unknown: { label: t('Not known'), color: NEUTRAL },
}))
const STEADY_SHARE = 0.01

/** What the colours of parts mean, and which one a part has. */
export function colouring(
  by: UsageColour,
  items: UsedChild[],
  nowMs: number,
  measure: UsageMeasure,
): Colouring {
  switch (by) {
    case 'owner':
      return byOwner(items)
    case 'growth':
      return {
        legend: Object.values(growthColours()),
        colorOf: (used) => growthOf(used, measure).color,
      }
    case 'age':
      return inSteps(ageColours(), STEPS, (used) => {
        const ageMs = used.average_mtime ? nowMs - Date.parse(used.average_mtime) : Number.NaN
        return ageColours().findIndex(({ underMs }) => ageMs < underMs)
      })
    case 'size':
      return inSteps(sizeColours(), SMALL_FIRST, (used) => {
        const average = averageBytes(used) ?? Number.NaN
        return sizeColours().findIndex(({ under }) => average < under)
      })
  }
}

function inSteps(
  steps: { label: string }[],
  colors: string[],
  stepOf: (used: UsedChild) => number,
): Colouring {
  return {
    legend: steps.map(({ label }, at) => ({ label, color: colors[at] ?? NEUTRAL })),
    colorOf: (used) => colors[stepOf(used)] ?? NEUTRAL,
  }
}

/** Compared with what it held then. */
function growthOf(used: UsedChild, measure: UsageMeasure): LegendEntry {
  const { shrank, steady, grew, unknown } = growthColours()
  if (!used.change) return unknown
  const change = measured(used.change, measure)
  const then = measured(used, measure) - change
  if (Math.abs(change) <= then * STEADY_SHARE) return steady
  return change > 0 ? grew : shrank
}

/** The owners of the largest parts have a colour each, the others share one. */
function byOwner(items: UsedChild[]): Colouring {
  const owners = [...new Set(items.map(({ owner }) => owner))]
  const shown = owners.slice(0, OWNERS.length)
  const colorFor = (owner: string) => OWNERS[shown.indexOf(owner)] ?? NEUTRAL
  const legend = shown.map((owner) => ({ label: owner, color: colorFor(owner) }))
  return {
    legend:
      owners.length > shown.length ? [...legend, { label: t('Others'), color: NEUTRAL }] : legend,
    colorOf: ({ owner }) => colorFor(owner),
  }
}

export const REST_COLOR = NEUTRAL
