import type { Permissions, PermissionsWriteRequest } from '~/api/files'
import { t } from '~/i18n/t'

export type PermissionDraft = { mode: string; owner: string; group: string; acl: string }

const ACL_ENTRY = /^(default:)?(user|group|mask|other):[^:,\s]*:[r-][w-][x-]$/

/** The entries of an ACL as they were typed, one a line. */
export function aclLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Which line is no entry; null when all are. */
export function aclProblem(text: string): string | null {
  const wrong = aclLines(text).find((line) => !ACL_ENTRY.test(line))
  return wrong === undefined
    ? null
    : t('“{line}” is no entry, as user:ann:r-x is one', { line: wrong })
}

/** What is otherwise than it was. */
export function changesOf(before: Permissions, draft: PermissionDraft): PermissionsWriteRequest {
  const { mode, owner, group } = draft
  const acl = aclLines(draft.acl)
  return {
    ...(mode.padStart(4, '0') !== before.mode && { mode }),
    ...(owner !== before.owner && { owner }),
    ...(group !== before.group && { group }),
    ...(acl.join('\n') !== before.acl.join('\n') && { acl }),
  }
}

export const CLASSES = ['owner', 'group', 'others'] as const
const RIGHTS = ['read', 'write', 'enter'] as const

export type ModeBit = { of: (typeof CLASSES)[number]; right: (typeof RIGHTS)[number]; bit: number }

/** The nine bits of a mode, row by row. */
export const MODE_BITS: readonly ModeBit[] = CLASSES.flatMap((of, row) =>
  RIGHTS.map((right, column) => ({ of, right, bit: 1 << (8 - row * 3 - column) })),
)

/** The mode with a bit set or cleared. */
export function withBit(mode: string, bit: number, on: boolean): string {
  const bits = Number.parseInt(mode, 8) || 0
  return (on ? bits | bit : bits & ~bit).toString(8).padStart(4, '0')
}

export function hasBit(mode: string, bit: number): boolean {
  return (Number.parseInt(mode, 8) & bit) !== 0
}
