import type { AssignmentWriteRequest } from '~/api/users'
import { normalizePath } from '~/format/path'
import { t } from '~/i18n/t'

/** A role as it is typed: its paths one on each line, none for everywhere. */
export type TypedAssignment = { key: number; role: string; lines: string }

export function wanted({ role, lines }: Omit<TypedAssignment, 'key'>): AssignmentWriteRequest {
  const paths = lines.split('\n').filter((line) => line.trim() !== '')
  return { role, paths: paths.length === 0 ? null : paths.map(pathOf) }
}

/** Names may begin with a blank, the path does not; the platform says what else is wrong. */
function pathOf(line: string): string {
  const typed = line.trimStart()
  return typed.startsWith('/') && !typed.includes('/..') ? normalizePath(typed) : typed
}

/** Where a role holds, in words. */
export function describePlaces(paths: readonly string[] | null): string {
  return paths === null ? t('everywhere') : t('below {paths}', { paths: paths.join(', ') })
}
