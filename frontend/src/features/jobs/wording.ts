import { isOfIndex, type Job, type JobKind, type JobPriority, type JobState } from '~/api/jobs'
import { STORAGE_TYPES, typeLimitName } from '~/api/quotas'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { formatMode } from '~/format/mode'
import { visibleName } from '~/format/path'
import { perLanguage, t } from '~/i18n/t'

const kindLabels = perLanguage(
  (): Record<JobKind, string> => ({
    set_quota: t('Set quota'),
    set_owner: t('Change owner'),
    set_permission: t('Change permissions'),
    set_replication: t('Change replication'),
    set_storage_policy: t('Change storage policy'),
    set_erasure_coding: t('Change erasure coding'),
    set_acl: t('Change ACL'),
    set_xattr: t('Set extended attribute'),
    move: t('Move'),
    delete: t('Delete'),
    restore: t('Restore'),
    undo: t('Undo'),
    take_in: t('Take in small files'),
    repartition: t('Spread a directory'),
    export: t('Export of a search'),
    rebuild_index: t('Rebuild index'),
    repair_index: t('Compare and repair index'),
    follow_hdfs: t('Follow an HDFS'),
    take_over: t('Take over an HDFS'),
  }),
)

export function kindLabel(kind: JobKind): string {
  return kindLabels()[kind]
}

const stateLabels = perLanguage(
  (): Record<JobState, string> => ({
    waiting_for_approval: t('Waits for approval'),
    refused: t('Refused'),
    queued: t('Queued'),
    running: t('Running'),
    pausing: t('Pausing'),
    paused: t('Paused'),
    cancelling: t('Cancelling'),
    cancelled: t('Cancelled'),
    succeeded: t('Succeeded'),
    failed: t('Failed'),
    succeeded_with_errors: t('Done, with errors'),
  }),
)

export function stateLabel(state: JobState): string {
  return stateLabels()[state]
}

const priorityLabels = perLanguage(
  (): Record<JobPriority, string> => ({ low: t('Low'), normal: t('Normal'), high: t('High') }),
)

export function priorityLabel(priority: JobPriority): string {
  return priorityLabels()[priority]
}

export type Parameters = Job['parameters']

function describeAcl(change: string, entries: string | undefined): string {
  switch (change) {
    case 'set':
      return t('ACL {entries}', { entries: entries ?? '' })
    case 'modify':
      return t('ACL with {entries}', { entries: entries ?? '' })
    case 'remove':
      return t('ACL without {entries}', { entries: entries ?? '' })
    case 'remove_default':
      return t('ACL without default entries')
    default:
      return t('no ACL')
  }
}

/** A job's parameters as the end of a sentence: "owner etl, group data". */
export function describeParameters(kind: JobKind, parameters: Parameters): string {
  const parts: string[] = []
  if ('owner' in parameters && parameters.owner)
    parts.push(t('owner {owner}', { owner: parameters.owner }))
  if ('group' in parameters && parameters.group)
    parts.push(t('group {group}', { group: parameters.group }))
  if ('mode' in parameters && parameters.mode)
    parts.push(t('mode {mode}', { mode: modeText(parameters.mode) }))
  if ('directory_mode' in parameters && parameters.directory_mode)
    parts.push(t('directories {mode}', { mode: modeText(parameters.directory_mode) }))
  if ('file_mode' in parameters && parameters.file_mode)
    parts.push(t('files {mode}', { mode: modeText(parameters.file_mode) }))
  if ('replication' in parameters && parameters.replication)
    parts.push(t('replication {replication}', { replication: parameters.replication }))
  if ('storage_policy' in parameters && parameters.storage_policy !== undefined)
    parts.push(
      parameters.storage_policy === null
        ? t('the storage policy of the directory above')
        : t('storage policy {policy}', { policy: parameters.storage_policy }),
    )
  if ('erasure_coding' in parameters && parameters.erasure_coding !== undefined)
    parts.push(
      parameters.erasure_coding === null
        ? t('the erasure coding of the directory above')
        : t('erasure coding {policy}', { policy: parameters.erasure_coding }),
    )
  if ('acl_change' in parameters && parameters.acl_change)
    parts.push(describeAcl(parameters.acl_change, parameters.acl))
  if ('xattr' in parameters && parameters.xattr)
    parts.push(
      parameters.xattr_value === null
        ? t('without {xattr}', { xattr: parameters.xattr })
        : `${parameters.xattr}="${parameters.xattr_value}"`,
    )
  if ('namespace_quota' in parameters && parameters.namespace_quota !== undefined)
    parts.push(
      parameters.namespace_quota === null
        ? t('no limit on entries')
        : t('at most {entries}', { entries: plural(parameters.namespace_quota, 'entry') }),
    )
  if ('space_quota_bytes' in parameters && parameters.space_quota_bytes !== undefined)
    parts.push(
      parameters.space_quota_bytes === null
        ? t('no limit on space')
        : t('at most {space_quota_bytes} with replicas', {
            space_quota_bytes: formatBytes(parameters.space_quota_bytes),
          }),
    )
  for (const type of STORAGE_TYPES) {
    const limit = parameters[typeLimitName(type)]
    if (limit !== undefined)
      parts.push(
        limit === null
          ? t('no limit on {type}', { type })
          : t('at most {limit} on {type}', { limit: formatBytes(limit), type }),
      )
  }
  if ('to' in parameters && parameters.to)
    parts.push(t('to {to}', { to: visibleName(parameters.to) }))
  if ('children' in parameters && parameters.children)
    parts.push(
      parameters.children === 'hashed' ? t('to many shards') : t('to the shard of their directory'),
    )
  if ('format' in parameters && parameters.format)
    parts.push(t('as {format}', { format: parameters.format }))
  if (kind === 'delete') parts.push(skipsTrash(parameters) ? t('for good') : t('to the trash'))
  return parts.join(', ')
}

function modeText(mode: string): string {
  return `${mode} (${formatMode(mode)})`
}

export function skipsTrash(parameters: Parameters): boolean {
  return 'skip_trash' in parameters && parameters.skip_trash === true
}

/** What a dry run counted: "1,204 entries (1,100 files, 104 directories, 3.4 GiB)". */
export function describeExtent(progress: Job['progress']): string {
  const { files, directories, length_bytes } = progress
  const inside = `${plural(files, 'file')}, ${plural(directories, 'directory')}, ${formatBytes(length_bytes)}`
  return `${plural(files + directories, 'entry')} (${inside})`
}

type MarkingRule = {
  kinds: JobKind[]
  path_prefix: string | null
  inodes_min: number | null
  size_bytes_min: number | null
}

/** What a rule marks: "Delete, at, below or above /data, of 1,000 entries or more". */
export function markedBy(rule: MarkingRule): string {
  const bounds = [
    rule.inodes_min !== null &&
      t('{entries} or more', { entries: plural(rule.inodes_min, 'entry') }),
    rule.size_bytes_min !== null &&
      t('{size_bytes_min} or more', { size_bytes_min: formatBytes(rule.size_bytes_min) }),
  ].filter((bound) => bound !== false)
  const parts = [
    rule.kinds.length === 0 ? t('jobs of any kind') : rule.kinds.map(kindLabel).join(', '),
  ]
  if (rule.path_prefix !== null) {
    parts.push(
      t('at, below or above {path_prefix}', { path_prefix: visibleName(rule.path_prefix) }),
    )
  }
  if (bounds.length > 0) parts.push(t('of {bounds}', { bounds: bounds.join(t(', or of ')) }))
  return parts.join(', ')
}

/** Why a job can't be undone; undefined when it can. */
export function undoRefusal(job: Job): string | undefined {
  switch (job.undo) {
    case 'possible':
      return undefined
    case 'dry_run':
      return t('A dry run changes nothing')
    case 'unfinished':
      return t('The job has not ended yet')
    case 'nothing_changed':
      return t('The job changed nothing')
    case 'not_kept':
      return t('The former values are not kept any more')
    case 'no_way_back':
      return t('What was deleted for good is gone')
    case 'not_of_kind':
      return t('It changed no names or attributes')
  }
}

/** Why a job has no pace of its own; undefined when it has. */
export function paceRefusal(job: Job): string | undefined {
  if (job.kind === 'take_over') return t('It is carried out at the host')
  if (job.kind === 'repartition' || job.kind === 'follow_hdfs')
    return t('Namenodes do this work, at a pace of their own')
  return isOfIndex(job.kind) ? t('The indexer does this work, at a pace of its own') : undefined
}

export type Consequence = { sentence: string; undo: string; destroys: boolean }

/** Exactly what running a finished dry run will do, and whether there is a way back. */
export function consequenceOf(job: Job): Consequence {
  const path = visibleName(job.path)
  const reach = job.selection ? t('chosen one by one') : t('at and below {path}', { path })
  const { changed } = job.progress
  switch (job.kind) {
    case 'set_quota':
      return {
        sentence: t('Sets the quota of {path}: {kind}.', {
          path,
          kind: describeParameters(job.kind, job.parameters),
        }),
        undo: t('No file changes. An undo sets the former limits again.'),
        destroys: false,
      }
    case 'set_owner':
    case 'set_acl':
    case 'set_xattr':
    case 'set_permission':
      return {
        sentence: t('Changes {changed} of {progress} {reach}: {kind}.', {
          changed: formatCount(changed),
          progress: describeExtent(job.progress),
          reach,
          kind: describeParameters(job.kind, job.parameters),
        }),
        undo: t(
          'The values that they have now are kept: an undo sets back what was not changed again since.',
        ),
        destroys: false,
      }
    case 'set_replication':
      return {
        sentence: t(
          'Stores {files} of {extent} {reach} anew: {how}. Directories have no such number.',
          {
            files: plural(changed, 'file'),
            extent: describeExtent(job.progress),
            reach,
            how: describeParameters(job.kind, job.parameters),
          },
        ),
        undo: t(
          'Copies are made and removed afterwards, in the background. An undo sets back what was not changed again since.',
        ),
        destroys: false,
      }
    case 'set_storage_policy':
      return {
        sentence: t(
          'Changes {count} of {extent} {reach}: {how}. It holds for what is written from then on.',
          {
            count: formatCount(changed),
            extent: describeExtent(job.progress),
            reach,
            how: describeParameters(job.kind, job.parameters),
          },
        ),
        undo: t(
          'Blocks that are there stay where they are until a mover moves them. An undo sets back what was not changed again since.',
        ),
        destroys: false,
      }
    case 'set_erasure_coding':
      return {
        sentence: t(
          'Changes {directories} of {extent} {reach}: {how}. It holds for new files alone.',
          {
            directories: plural(changed, 'directory'),
            extent: describeExtent(job.progress),
            reach,
            how: describeParameters(job.kind, job.parameters),
          },
        ),
        undo: t(
          'Files that are there stay as they are stored. An undo sets back what was not changed again since.',
        ),
        destroys: false,
      }
    case 'undo':
      if (job.changes === 'delete' || job.changes === 'restore') {
        return {
          sentence: t('Takes back job {undo_of}: moves {progress} between {path} and the trash.', {
            undo_of: job.undo_of ?? '–',
            progress: describeExtent(job.progress),
            path,
          }),
          undo: t('Nothing is replaced at either place. The undo can be undone itself.'),
          destroys: false,
        }
      }
      if (job.changes === 'move') {
        return {
          sentence: t('Takes back job {undo_of}: moves {progress} to where it was.', {
            undo_of: job.undo_of ?? '–',
            progress: describeExtent(job.progress),
          }),
          undo: t('Nothing is replaced at either place. The undo can be undone itself.'),
          destroys: false,
        }
      }
      return {
        sentence: t(
          'Sets {changed, plural, one {# entry back to what it was} other {# entries back to what they were}} before job {undo_of}.',
          { changed, undo_of: job.undo_of ?? '–' },
        ),
        undo: t('Whatever was changed again since stays as it is. The undo can be undone itself.'),
        destroys: false,
      }
    case 'move':
      return {
        sentence: t('Moves {progress} {reach}, {how}.', {
          progress: describeExtent(job.progress),
          reach,
          how: describeParameters(job.kind, job.parameters),
        }),
        undo: t('Nothing is replaced. An undo moves back what was not moved again since.'),
        destroys: false,
      }
    case 'restore':
      return {
        sentence: t('Moves {progress} {reach} out of the trash, {kind}.', {
          progress: describeExtent(job.progress),
          reach,
          kind: job.selection
            ? t('each to where it was')
            : describeParameters(job.kind, job.parameters),
        }),
        undo: t('Nothing is replaced. An undo moves them to your trash.'),
        destroys: false,
      }
    case 'delete':
      return skipsTrash(job.parameters)
        ? {
            sentence: t('Deletes {progress} {reach} for good.', {
              progress: describeExtent(job.progress),
              reach,
            }),
            undo: t('There is no undo and no trash: the data is gone.'),
            destroys: true,
          }
        : {
            sentence: t('Moves {progress} {reach} to the trash.', {
              progress: describeExtent(job.progress),
              reach,
            }),
            undo: t('An undo moves them back, until the trash is emptied.'),
            destroys: true,
          }
    case 'take_in':
      return {
        sentence: t('Takes the bytes of small files {reach} into the database.', { reach }),
        undo: t('No file changes.'),
        destroys: false,
      }
    case 'repartition':
      return {
        sentence: t('Moves the children of {path} in the store: {how}.', {
          path,
          how: describeParameters(job.kind, job.parameters),
        }),
        undo: t('No file changes. Another job moves them back.'),
        destroys: false,
      }
    case 'export':
      return {
        sentence: t('Writes all that a search finds into a file, {format}.', {
          format: describeParameters(job.kind, job.parameters),
        }),
        undo: t('No file changes.'),
        destroys: false,
      }
    case 'rebuild_index':
      return {
        sentence: t('Builds the search index anew.'),
        undo: t('Searches go on in the old index until the new one is complete.'),
        destroys: false,
      }
    case 'repair_index':
      return {
        sentence: t('Compares the whole search index with the namenodes, and mends it.'),
        undo: t('No file changes.'),
        destroys: false,
      }
    case 'follow_hdfs':
      return {
        sentence: t('Applies the edits of the HDFS that this is a copy of.'),
        undo: t('Cancelled, it leaves further edits where they are.'),
        destroys: false,
      }
    case 'take_over':
      return {
        sentence: t('Puts Warren in the place of the old NameNode, over its datanodes.'),
        undo: t('It can be undone as long as nothing was written since.'),
        destroys: false,
      }
  }
}

const attributeLabels = perLanguage(
  (): Record<string, string> => ({
    owner: t('Owner'),
    group: t('Group'),
    mode: t('Mode'),
    replication: t('Replication'),
    storage_policy: t('Storage policy'),
    erasure_coding: t('Erasure coding'),
    acl: t('ACL'),
    path: t('Path'),
  }),
)

/** The name of a value that a job changed; an extended attribute's own, as `xattr user.team`. */
export function attributeLabel(attribute: string): string {
  return attributeLabels()[attribute] ?? attribute
}
