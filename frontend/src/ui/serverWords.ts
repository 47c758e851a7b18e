import type {
  AuditOutcome,
  BlockReportKind,
  BlockState,
  DatanodeState,
  HealthVerdict,
  NamenodeState,
  Permission,
  SqlReplicaStateEnum,
  StorageCondition,
  StorageState,
} from '~/api/schema'
import { perLanguage, t } from '~/i18n/t'

/** What the platform calls states and kinds, in words. */
export const verdictNames = perLanguage(
  (): Record<HealthVerdict, string> => ({
    ok: t('ok'),
    warning: t('warning'),
    error: t('error'),
    unknown: t('unknown'),
  }),
)

export const namenodeStateNames = perLanguage(
  (): Record<NamenodeState, string> => ({
    live: t('live'),
    draining: t('draining'),
    drained: t('drained'),
    stopped: t('stopped'),
    dead: t('dead'),
  }),
)

export const datanodeStateNames = perLanguage(
  (): Record<DatanodeState, string> => ({
    live: t('live'),
    stale: t('stale'),
    dead: t('dead'),
  }),
)

export const storageStateNames = perLanguage(
  (): Record<StorageState, string> => ({
    normal: t('normal'),
    read_only: t('read only'),
    failed: t('failed'),
  }),
)

export const storageConditionNames = perLanguage(
  (): Record<StorageCondition, string> => ({
    available: t('available'),
    returned: t('returned'),
    lost: t('lost'),
    decommissioning: t('decommissioning'),
    decommissioned: t('decommissioned'),
    entering_maintenance: t('entering maintenance'),
    in_maintenance: t('in maintenance'),
    unknown: t('unknown'),
  }),
)

export const blockStateNames = perLanguage(
  (): Record<BlockState, string> => ({
    under_construction: t('under construction'),
    under_recovery: t('under recovery'),
    committed: t('committed'),
    complete: t('complete'),
  }),
)

export const reportKindNames = perLanguage(
  (): Record<BlockReportKind, string> => ({
    full: t('full'),
    hashed: t('hashed'),
  }),
)

export const outcomeNames = perLanguage(
  (): Record<AuditOutcome, string> => ({
    accepted: t('accepted'),
    succeeded: t('succeeded'),
    failed: t('failed'),
    denied: t('denied'),
    cancelled: t('cancelled'),
  }),
)

export const replicaStateNames = perLanguage(
  (): Record<SqlReplicaStateEnum, string> => ({
    building: t('building'),
    catching_up: t('catching up'),
    following: t('following'),
    stalled: t('stalled'),
  }),
)

/** A stage of the pipeline names its state itself: one that is not known here stays as it is. */
const stageStates = perLanguage(
  (): Record<string, string> => ({
    ...replicaStateNames(),
    serving: t('serving'),
    running: t('running'),
    starting: t('starting'),
    rebuilding: t('rebuilding'),
    paused: t('paused'),
    stopped: t('stopped'),
    failed: t('failed'),
    unknown: t('unknown'),
  }),
)

export function stageStateName(state: string): string {
  return stageStates()[state] ?? state.replace('_', ' ')
}

export const permissionNames = perLanguage(
  (): Record<Permission, string> => ({
    see_all: t('see all'),
    see_usage: t('see usage'),
    set_quotas: t('set quotas'),
    change_owners: t('change owners'),
    change_storage: t('change storage'),
    delete: t('delete'),
    delete_for_good: t('delete for good'),
    restore: t('restore'),
    move: t('move'),
    write_files: t('write files'),
    snapshots: t('snapshots'),
    approve: t('approve'),
    rules: t('rules'),
    watch: t('watch'),
    spread: t('spread'),
    sql: 'sql',
    heat: t('heat'),
    limits: t('limits'),
    manage_datanodes: t('manage datanodes'),
    manage_namenodes: t('manage namenodes'),
    alerts: t('alerts'),
    see_guard: t('see guard'),
    see_audit: t('see audit'),
    manage_alerts: t('manage alerts'),
    manage_pipeline: t('manage pipeline'),
    approve_as_admin: t('approve as admin'),
    manage_guard: t('manage guard'),
    manage_users: t('manage users'),
  }),
)
