import type { UsageAnswer, UsageMeasure, UsedChild } from '~/api/usage'
import { formatCount, formatShare, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import type { SunburstPart } from '~/ui/Sunburst'
import type { TreeMapPart } from '~/ui/TreeMap'
import { type Colouring, REST_COLOR } from './colours'
import { changeText, measured } from './wording'

/** The largest of what is there, and all that the answer does not list as one. */
export function partsOf(
  answer: UsageAnswer,
  measure: UsageMeasure,
  colours: Colouring,
): TreeMapPart[] {
  const { items, directory, children } = answer
  // Sorted, so what takes no room is at the end: places in the list stay those of the parts.
  const parts = items
    .filter((used) => measured(used, measure) > 0)
    .map((used) => ({
      name: visibleName(used.name),
      value: measured(used, measure),
      color: colours.colorOf(used),
      hint: hintOf(used, measure),
    }))
  const listed = items.reduce((sum, used) => sum + measured(used, measure), 0)
  const rest = measured(directory, measure) - listed
  const others = (children ?? items.length) - items.length
  if (rest <= 0 || others <= 0) return parts
  const name = t('{others} smaller', { others: formatCount(others) })
  return [
    ...parts,
    { name, value: rest, color: REST_COLOR, hint: formatShare(rest, measured(directory, measure)) },
  ]
}

/** The parts of a directory with those of the directories in it of which they are known. */
export function withInside(
  parts: TreeMapPart[],
  { items }: UsageAnswer,
  inside: Map<number, UsageAnswer>,
  measure: UsageMeasure,
  colours: Colouring,
): SunburstPart[] {
  return parts.map((part, at) => {
    const used = items[at]
    const answer = used && inside.get(used.inode_id)
    return { ...part, inside: answer ? partsOf(answer, measure, colours) : [] }
  })
}

function hintOf(used: UsedChild, measure: UsageMeasure): string {
  const about = `${formatShare(used.share ?? 0, 1)} · ${plural(used.files, 'file')} · ${used.owner}`
  if (!used.change) return about
  const { since } = used.change
  const change = t('{change} since {time}', {
    change: changeText(measured(used.change, measure), measure),
    time: formatDateTime(since),
  })
  return `${about}\n${change}`
}
