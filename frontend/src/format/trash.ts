const TRASH = '.Trash'

/**
 * Where what lies at a path of a trash was before: `/data/x` of `/user/ann/.Trash/Current/data/x`.
 * Undefined for all that is no part of what was deleted.
 */
export function formerPathOf(path: string): string | undefined {
  const parts = path.split('/')
  const at = parts.indexOf(TRASH)
  const deleted = at < 0 ? [] : parts.slice(at + 2)
  return deleted.length > 0 ? `/${deleted.join('/')}` : undefined
}

export function isInTrash(path: string): boolean {
  return path.split('/').includes(TRASH)
}
