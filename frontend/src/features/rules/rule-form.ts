import type { FormRulesRecord } from '@mantine/form'
import type { Rule, RuleEvery, RuleKind, RuleWriteRequest } from '~/api/rules'
import { ACL_CHANGES, type AclWish, aclError, aclParameters } from '~/features/jobs/forms/AclForm'
import { type CodingChoice, codingOf } from '~/features/jobs/forms/ErasureCodingForm'
import { placeError } from '~/features/jobs/forms/MoveForm'
import { isReplication, REPLICATION_MAX } from '~/features/jobs/forms/ReplicationForm'
import { INHERITED, policyOf } from '~/features/jobs/forms/StoragePolicyForm'
import { type XattrWish, xattrError, xattrParameters } from '~/features/jobs/forms/XattrForm'
import { isOctalMode } from '~/format/mode'
import { t } from '~/i18n/t'

export const RULE_KINDS = [
  'set_owner',
  'set_permission',
  'set_replication',
  'set_storage_policy',
  'set_erasure_coding',
  'set_acl',
  'set_xattr',
  'move',
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
  replication: number | string
  storagePolicy: string | null
  coding: CodingChoice
  acl: AclWish
  xattr: XattrWish
  to: string
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
    replication: parameters?.replication ?? '',
    storagePolicy:
      parameters?.storage_policy === null ? INHERITED : (parameters?.storage_policy ?? null),
    coding:
      parameters?.erasure_coding === null
        ? { at: 'inherited' }
        : { at: 'named', name: parameters?.erasure_coding ?? '' },
    acl: {
      change: ACL_CHANGES.find((each) => each === parameters?.acl_change) ?? 'modify',
      entries: parameters?.acl ?? '',
    },
    xattr: {
      name: parameters?.xattr ?? 'user.',
      to:
        parameters?.xattr_value === null
          ? { at: 'gone' }
          : { at: 'value', value: parameters?.xattr_value ?? '' },
    },
    to: parameters?.to ?? '',
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
    : t('Three or four octal digits, up to 1777')

export const checkForm: FormRulesRecord<RuleForm> = {
  name: (name) => (name.trim() === '' ? t('Name it') : null),
  q: (q) => (q.trim() === '' ? t('Say what it looks for') : null),
  owner: (owner, { kind, group }) =>
    kind === 'set_owner' && owner.trim() === '' && group.trim() === ''
      ? t('Enter an owner, a group or both')
      : null,
  fileMode: (mode, { kind, directoryMode }) => {
    if (kind !== 'set_permission') return null
    return mode === '' && directoryMode === '' ? t('Enter one of the two modes') : modeError(mode)
  },
  directoryMode: (mode, { kind }) => (kind === 'set_permission' ? modeError(mode) : null),
  replication: (replication, { kind }) =>
    kind === 'set_replication' && !isReplication(replication)
      ? t('From 1 to {max}', { max: REPLICATION_MAX })
      : null,
  storagePolicy: (policy, { kind }) =>
    kind === 'set_storage_policy' && policyOf(policy) === undefined ? t('Choose one') : null,
  coding: (coding, { kind }) =>
    kind === 'set_erasure_coding' && codingOf(coding) === undefined ? t('Name one') : null,
  acl: (acl, { kind }) => (kind === 'set_acl' ? (aclError(acl) ?? null) : null),
  xattr: (xattr, { kind }) => (kind === 'set_xattr' ? (xattrError(xattr) ?? null) : null),
  to: (to, { kind }) => (kind === 'move' ? (placeError(to) ?? null) : null),
  hour: (hour) => (hour === '' ? t('From 0 to 23') : null),
  day: (day, { every }) => (every === 'month' && day === '' ? t('From 1 to 31') : null),
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
  switch (form.kind) {
    case 'set_owner':
      return { ...(owner && { owner }), ...(group && { group }) }
    case 'set_permission':
      return {
        ...(form.fileMode && { file_mode: form.fileMode }),
        ...(form.directoryMode && { directory_mode: form.directoryMode }),
      }
    case 'set_replication':
      return { replication: Number(form.replication) }
    case 'set_storage_policy':
      return { storage_policy: policyOf(form.storagePolicy) }
    case 'set_erasure_coding':
      return { erasure_coding: codingOf(form.coding) }
    case 'set_acl':
      return aclParameters(form.acl)
    case 'set_xattr':
      return xattrParameters(form.xattr)
    case 'move':
      return { to: form.to }
    case 'delete':
      return {}
  }
}
