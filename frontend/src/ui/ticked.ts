/** So many rows can be ticked: the address holds them. */
export const TICKED_MAX = 100

/** The ids in the address; what is none is left out. */
export function tickedIds(text: string | undefined): number[] {
  const ids = (text ?? '').split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, TICKED_MAX)
}

/** The ids with another one, or without one that was among them. */
export function toggledTick(text: string | undefined, id: number): string | undefined {
  const ids = tickedIds(text)
  const others = ids.filter((each) => each !== id)
  const next = others.length < ids.length ? others : [...ids, id].slice(0, TICKED_MAX)
  return next.length > 0 ? next.join(',') : undefined
}
