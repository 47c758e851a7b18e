import { ROOT } from './path'

const BETWEEN = '/.snapshot/'

/** Of which directory a path is in a snapshot; undefined for a path in none. */
export function snapshottedOf(path: string): string | undefined {
  const at = path.indexOf(BETWEEN)
  return at < 0 ? undefined : path.slice(0, at) || ROOT
}

/** Where something in a snapshot was; undefined for a path in none. */
export function placeInTree(path: string): string | undefined {
  const at = path.indexOf(BETWEEN)
  if (at < 0) return undefined
  const rest = path.slice(at + BETWEEN.length)
  const slash = rest.indexOf('/')
  return path.slice(0, at) + (slash < 0 ? '' : rest.slice(slash)) || ROOT
}
