import type { FormRulesRecord } from '@mantine/form'
import type { Rule, RuleEvery, RuleKind, RuleWriteRequest } from '~/api/rules'
import { isOctalMode } from '~/format/mode'

export const RULE_KINDS = [
  'set_owner',
  'set_permission',
  'delete',
] as const satisfies readonly RuleKind[]
export const EVERY = ['hand', 'day', 'week', 'month'] as const satisfies readonly RuleEvery[]
const GIB = 2 ** 30

/** What the editor holds. Numbers are empty for no bound. */
export type RuleForm = {
  name: string
  q: string
  kind: RuleKind
  owner: string
  group: string
  fileMode: string
  directoryMode: string
  every: RuleEvery
  hour: number | string
  weekday: string
  day: number | string
  enabled: boolean
  inodesMax: number | string
  gibMax: number | string
}

export function formOf(rule: Rule | undefined, q: string): RuleForm {
  const { parameters } = rule ?? {}
  const size = rule?.size_bytes_max ?? null
  return {
    name: rule?.name ?? '',
    q: rule?.q ?? q,
    kind: rule?.kind ?? 'set_owner',
    owner: parameters?.owner ?? '',
    group: parameters?.group ?? '',
    fileMode: parameters?.file_mode ?? parameters?.mode ?? '',
    directoryMode: parameters?.directory_mode ?? parameters?.mode ?? '',
    every: rule?.every ?? 'week',
    hour: rule?.hour ?? 3,
    weekday: String(rule?.weekday ?? 6),
    day: rule?.day ?? 1,
    enabled: rule?.enabled ?? true,
    inodesMax: rule?.inodes_max ?? '',
    gibMax: size === null ? '' : size / GIB,
  }
}

const modeError = (mode: string) =>
  mode === '' || (isOctalMode(mode) && Number.parseInt(mode, 8) <= 0o1777)
    ? null
    : 'Three or four octal digits, up to 1777'

export const checkForm: FormRulesRecord<RuleForm> = {
  name: (name) => (name.trim() === '' ? 'Name it' : null),
  q: (q) => (q.trim() === '' ? 'Say what it looks for' : null),
  owner: (owner, { kind, group }) =>
    kind === 'set_owner' && owner.trim() === '' && group.trim() === ''
      ? 'Enter an owner, a group or both'
      : null,
  fileMode: (mode, { kind, directoryMode }) => {
    if (kind !== 'set_permission') return null
    return mode === '' && directoryMode === '' ? 'Enter one of the two modes' : modeError(mode)
  },
  directoryMode: (mode, { kind }) => (kind === 'set_permission' ? modeError(mode) : null),
  hour: (hour) => (hour === '' ? 'From 0 to 23' : null),
  day: (day, { every }) => (every === 'month' && day === '' ? 'From 1 to 31' : null),
}

export function requestOf(form: RuleForm): RuleWriteRequest {
  return {
    name: form.name.trim(),
    q: form.q.trim(),
    kind: form.kind,
    parameters: parametersOf(form),
    every: form.every,
    hour: Number(form.hour),
    weekday: form.every === 'week' ? Number(form.weekday) : null,
    day: form.every === 'month' ? Number(form.day) : null,
    enabled: form.enabled,
    inodes_max: form.inodesMax === '' ? null : Number(form.inodesMax),
    size_bytes_max: form.gibMax === '' ? null : Math.round(Number(form.gibMax) * GIB),
  }
}

function parametersOf(form: RuleForm): RuleWriteRequest['parameters'] {
  const owner = form.owner.trim()
  const group = form.group.trim()
  if (form.kind === 'set_owner') return { ...(owner && { owner }), ...(group && { group }) }
  if (form.kind === 'delete') return {}
  return {
    ...(form.fileMode && { file_mode: form.fileMode }),
    ...(form.directoryMode && { directory_mode: form.directoryMode }),
  }
}
