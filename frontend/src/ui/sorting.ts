import { inSentence, t } from '~/i18n/t'
export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** How a list is sorted. direction: undefined for the sort's own, which `own` tells. */
export type Sorting<Sort> = {
  sort: Sort
  direction: Direction | undefined
  own: (sort: Sort) => Direction
}

/**
 * What a header of a table says and does: a click on the column that is sorted by turns the order
 * round, a click on another one sorts by that in its own direction.
 */
export function sortedHeader<Sort>(
  by: Sort,
  { sort, direction, own }: Sorting<Sort>,
  onSort: (sort: Sort, direction: Direction | undefined) => void,
) {
  const now = direction ?? own(sort)
  const turned: Direction = now === 'asc' ? 'desc' : 'asc'
  return {
    sorted:
      by !== sort ? undefined : now === 'asc' ? ('ascending' as const) : ('descending' as const),
    onSort: () => onSort(by, by !== sort || turned === own(by) ? undefined : turned),
  }
}

/** "Fullest first" as the end of a caption. */
export function orderName<Sort extends string>(
  names: Record<Sort, string>,
  { sort, direction, own }: Sorting<Sort>,
): string {
  const turned = direction !== undefined && direction !== own(sort)
  return `${inSentence(names[sort])}${turned ? t(', the other way round') : ''}`
}
