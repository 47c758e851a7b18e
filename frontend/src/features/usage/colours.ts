import type { Used } from '~/api/usage'
import { formatBytes } from '~/format/bytes'
import { averageBytes } from './wording'

export type UsageColour = 'age' | 'owner' | 'size'

export const colourNames: Record<UsageColour, string> = {
  age: 'Age of the files',
  owner: 'Owner',
  size: 'Size of the files',
}

export type LegendEntry = { label: string; color: string }
export type Colouring = { legend: LegendEntry[]; colorOf: (used: Used) => string }

const DAY_MS = 24 * 3_600_000
const AGES = [
  { label: 'Under 30 days', underMs: 30 * DAY_MS },
  { label: '30 days to a year', underMs: 365 * DAY_MS },
  { label: '1 to 2 years', underMs: 730 * DAY_MS },
  { label: 'Over 2 years', underMs: Number.POSITIVE_INFINITY },
]
const SIZES = [
  { label: 'Under 1 MiB', under: 2 ** 20 },
  { label: `Under ${formatBytes(2 ** 24)}`, under: 2 ** 24 },
  { label: `Under ${formatBytes(2 ** 27)}`, under: 2 ** 27 },
  { label: `${formatBytes(2 ** 27)} and more`, under: Number.POSITIVE_INFINITY },
]
/** From recent to old, or from many small files to large ones; each can be read in both schemes. */
const STEPS = ['#2f9e44', '#94d82d', '#ffd43b', '#f08c00']
const SMALL_FIRST = ['#e8590c', '#ffa94d', '#74c0fc', '#1971c2']
const OWNERS = ['#1971c2', '#2f9e44', '#f08c00', '#9c36b5', '#0c8599', '#c2255c']
const NEUTRAL = '#868e96'

/** What the colours of a treemap mean, and which one a part has. */
export function colouring(by: UsageColour, items: Used[], nowMs: number): Colouring {
  if (by === 'owner') return byOwner(items)
  const steps = by === 'age' ? AGES : SIZES
  const colors = by === 'age' ? STEPS : SMALL_FIRST
  const stepOf = (used: Used): number => {
    if (by === 'age') {
      const ageMs = used.average_mtime ? nowMs - Date.parse(used.average_mtime) : Number.NaN
      return AGES.findIndex(({ underMs }) => ageMs < underMs)
    }
    const average = averageBytes(used) ?? Number.NaN
    return SIZES.findIndex(({ under }) => average < under)
  }
  return {
    legend: steps.map(({ label }, at) => ({ label, color: colors[at] ?? NEUTRAL })),
    colorOf: (used) => colors[stepOf(used)] ?? NEUTRAL,
  }
}

/** The owners of the largest parts have a colour each, the others share one. */
function byOwner(items: Used[]): Colouring {
  const owners = [...new Set(items.map(({ owner }) => owner))]
  const shown = owners.slice(0, OWNERS.length)
  const colorFor = (owner: string) => OWNERS[shown.indexOf(owner)] ?? NEUTRAL
  const legend = shown.map((owner) => ({ label: owner, color: colorFor(owner) }))
  return {
    legend:
      owners.length > shown.length ? [...legend, { label: 'Others', color: NEUTRAL }] : legend,
    colorOf: ({ owner }) => colorFor(owner),
  }
}

export const REST_COLOR = NEUTRAL
