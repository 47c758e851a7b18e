import type { Job } from '~/api/jobs'
import { STORAGE_TYPES, typeLimitName } from '~/api/quotas'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { parentOf } from '~/format/path'
import { formatDateTime, formatDuration } from '~/format/time'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Fact, Facts } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'
import { QueryText } from '~/ui/QueryText'
import { TextLink } from '~/ui/TextLink'
import { takeOverPhaseNames } from '~/ui/takeOverWords'
import { PlanPlaces } from './PlanPlaces'
import { priorityLabel } from './wording'

/** Who, when, and what the job left behind. */
export function JobFacts({ job }: { job: Job }) {
  return (
    <Facts>
      {job.inode_id !== null && (
        <Fact name={t('Path')}>
          <TextLink to="/files" search={{ path: parentOf(job.path), details: job.path }}>
            <PathText path={job.path} wrap />
          </TextLink>
        </Fact>
      )}
      {job.inode_id !== null && <Fact name={t('Inode')}>{job.inode_id}</Fact>}
      {job.selection && <SelectionFacts selection={job.selection} />}
      <Fact name={t('Started by')}>{job.actor}</Fact>
      {job.rule_id !== null && (
        <Fact name={t('Run of')}>
          <TextLink to="/rules" search={{ rule: job.rule_id }}>
            {t('Rule {rule_id}', { rule_id: job.rule_id })}
          </TextLink>
        </Fact>
      )}
      {job.scope && (
        <Fact name={t('Reaches only')}>
          {job.scope.map((path) => (
            <PathText key={path} path={path} wrap />
          ))}
        </Fact>
      )}
      {job.dry_run_of !== null && (
        <Fact name={t('Dry run')}>
          <TextLink to="/jobs/$jobId" params={{ jobId: job.dry_run_of }}>
            {t('Job {dry_run_of}', { dry_run_of: job.dry_run_of })}
          </TextLink>
        </Fact>
      )}
      {job.became !== null && (
        <Fact name={t('Run as')}>
          <TextLink to="/jobs/$jobId" params={{ jobId: job.became }}>
            {t('Job {became}', { became: job.became })}
          </TextLink>
        </Fact>
      )}
      {job.undo_of !== null && (
        <Fact name={t('Undoes')}>
          <TextLink to="/jobs/$jobId" params={{ jobId: job.undo_of }}>
            {t('Job {undo_of}', { undo_of: job.undo_of })}
          </TextLink>
        </Fact>
      )}
      {job.undone_by !== null && (
        <Fact name={t('Undone by')}>
          <TextLink to="/jobs/$jobId" params={{ jobId: job.undone_by }}>
            {t('Job {undone_by}', { undone_by: job.undone_by })}
          </TextLink>
        </Fact>
      )}
      {job.rate_limit && (
        <Fact name={t('At most')}>
          {t('{entries} a second{as}', {
            entries: plural(job.rate_limit.inodes_per_s, 'entry'),
            as: job.rate_limit.of_all_jobs ? t(', as any job') : '',
          })}
        </Fact>
      )}
      {job.priority !== 'normal' && <Fact name={t('Priority')}>{priorityLabel(job.priority)}</Fact>}
      <Fact name={t('Created')}>
        <Age time={job.created_at} />
      </Fact>
      <Fact name={t('Started')}>
        <Age time={job.started_at} />
      </Fact>
      <Fact name={t('Finished')}>
        <Age time={job.finished_at} />
      </Fact>
      {job.commit_sequence !== null && (
        <Fact name={t('Last change')}>
          {t('feed sequence {commit_sequence}', { commit_sequence: job.commit_sequence })}
        </Fact>
      )}
      <ResultFacts job={job} />
    </Facts>
  )
}

/** How the inodes were chosen, where the job is about more than one path. */
function SelectionFacts({ selection }: { selection: NonNullable<Job['selection']> }) {
  const { q, saved_search, sql_query, paths, asked, chosen, if_changed, owners, groups } = selection
  return (
    <>
      {saved_search && <Fact name={t('Saved search')}>{saved_search.name}</Fact>}
      {sql_query && (
        <Fact name={t('Named by')}>
          <TextLink to="/sql" search={{ query: String(sql_query.id) }}>
            {t('Query {id}', { id: sql_query.id })}
          </TextLink>
          {asked !== null && `, ${plural(asked, 'row')}`}
          <QueryText>{sql_query.statement}</QueryText>
        </Fact>
      )}
      {q !== null && (
        <Fact name={t('Found by')}>
          <TextLink to="/search" search={{ q }}>
            {q}
          </TextLink>
        </Fact>
      )}
      {paths.length > 0 && (
        <Fact name={t('Paths')}>
          {paths.map((path) => (
            <PathText key={path} path={path} wrap />
          ))}
          {asked !== null &&
            asked > paths.length &&
            t(' and {asked} more', { asked: asked - paths.length })}
        </Fact>
      )}
      <Fact name={t('Chosen')}>{plural(chosen, 'entry')}</Fact>
      <PartsFact
        name={t('Owners')}
        parts={owners.map(({ owner, ...counts }) => ({ name: owner, ...counts }))}
      />
      <PartsFact
        name={t('Groups')}
        parts={groups.map(({ group, ...counts }) => ({ name: group, ...counts }))}
      />
      <Fact name={t('Changed since')}>
        {if_changed === 'act' ? t('changed all the same') : t('left')}
      </Fact>
    </>
  )
}

type Part = { name: string | null; files: number; directories: number; length_bytes: number }

/** What belongs to each owner, or group; nothing where none is known. */
function PartsFact({ name, parts }: { name: string; parts: Part[] }) {
  if (parts.length === 0) return null
  return (
    <Fact name={name}>
      {parts
        .map(
          (part) =>
            `${part.name ?? t('others')}: ${plural(part.files + part.directories, 'entry')}, ${formatBytes(part.length_bytes)}`,
        )
        .join('; ')}
    </Fact>
  )
}

/** As many owners, or groups, a plan tells. */
const OWNED_MAX = 20

/** Whose files are below the directory that a plan is about. */
function OwnedFacts({ owned }: { owned: NonNullable<NonNullable<Job['result']>['owned']> }) {
  const listed = (parts: typeof owned.owners) => {
    const texts = parts.map(
      ({ name, files, length_bytes }) =>
        `${name}: ${plural(files, 'file')}, ${formatBytes(length_bytes)}`,
    )
    const isCut = owned.more && parts.length >= OWNED_MAX
    return [...texts, ...(isCut ? [t('others')] : [])].join('; ')
  }
  return (
    <>
      <Fact name={t('Files by owner')}>{listed(owned.owners)}</Fact>
      <Fact name={t('Files by group')}>{listed(owned.groups)}</Fact>
    </>
  )
}

function ResultFacts({ job: { result, dry_run } }: { job: Job }) {
  if (!result) return null
  return (
    <>
      {result.owned && result.owned.owners.length > 0 && <OwnedFacts owned={result.owned} />}
      {result.trash_path && (
        <Fact name={t('In the trash')}>
          <TextLink
            to="/files"
            search={{ path: parentOf(result.trash_path), details: result.trash_path }}
          >
            <PathText path={result.trash_path} wrap />
          </TextLink>
        </Fact>
      )}
      {result.restored_path && (
        <Fact name={t('Back at')}>
          <TextLink
            to="/files"
            search={{ path: parentOf(result.restored_path), details: result.restored_path }}
          >
            <PathText path={result.restored_path} wrap />
          </TextLink>
        </Fact>
      )}
      <PlanPlaces result={result} />
      {result.already_gone && (
        <Fact name={t('Note')}>{t('The path was gone when the job resumed.')}</Fact>
      )}
      {result.truncated && (
        <Fact name={t('Note')}>{t('The file was cut at the server’s limit.')}</Fact>
      )}
      {result.followed && <FollowedFacts followed={result.followed} />}
      {result.take_over && <TakeOverFacts takeOver={result.take_over} />}
      {result.drift !== undefined && (
        <Fact name={t('Found wrong')}>
          {t('{drift}, of these mended: {repaired}', {
            drift: plural(result.drift, 'entry'),
            repaired: result.repaired ?? 0,
          })}
        </Fact>
      )}
      {result.quota_before && (
        <Fact name={t('Quota before')}>{quotaText(result.quota_before)}</Fact>
      )}
      {result.quota_after && (
        <Fact name={dry_run ? t('Quota would be') : t('Quota after')}>
          {quotaText(result.quota_after)}
        </Fact>
      )}
      {result.exceeds_quota && (
        <Fact name={t('Warning')}>
          {t('What is there now exceeds the new limits: nothing more could be written below.')}
        </Fact>
      )}
    </>
  )
}

/** How far a copy of an HDFS is. */
function FollowedFacts({
  followed,
}: {
  followed: NonNullable<NonNullable<Job['result']>['followed']>
}) {
  const { location, applied_transaction, newest_transaction, lag_ms, waiting_for } = followed
  return (
    <>
      <Fact name={t('Edits are read from')}>{location}</Fact>
      <Fact name={t('Applied up to')}>
        {t('transaction {applied_transaction} of {newest_transaction}', {
          applied_transaction: formatCount(applied_transaction),
          newest_transaction: formatCount(newest_transaction),
        })}
      </Fact>
      <Fact name={t('Behind')}>
        {lag_ms === null ? t('not known yet') : formatDuration(lag_ms)}
      </Fact>
      <Fact name={t('More')}>
        <TextLink to="/migration">{t('The migration')}</TextLink>
      </Fact>
      {waiting_for !== null && (
        <Fact name={t('Note')}>
          {t('The edits can’t be read now, which is tried again: {waiting_for}', { waiting_for })}
        </Fact>
      )}
    </>
  )
}

/** How far a take-over is that somebody approved. */
function TakeOverFacts({
  takeOver,
}: {
  takeOver: NonNullable<NonNullable<Job['result']>['take_over']>
}) {
  const { phase, usable_until, read_only_ms } = takeOver
  return (
    <>
      <Fact name={t('Step')}>{phase ? takeOverPhaseNames()[phase] : t('not begun yet')}</Fact>
      {phase === undefined && (
        <Fact name={t('May begin until')}>
          {t('{time} UTC', { time: formatDateTime(usable_until) })}
        </Fact>
      )}
      {read_only_ms !== null && (
        <Fact name={t('Nobody could write for')}>{formatDuration(read_only_ms)}</Fact>
      )}
      <Fact name={t('More')}>
        <TextLink to="/migration">{t('The migration')}</TextLink>
      </Fact>
    </>
  )
}

type Quota = NonNullable<NonNullable<Job['result']>['quota_before']>

function quotaText(quota: Quota): string {
  const { namespace_quota, space_quota_bytes } = quota
  const entries = namespace_quota === null ? t('any entries') : plural(namespace_quota, 'entry')
  const space = space_quota_bytes === null ? t('any space') : formatBytes(space_quota_bytes)
  const types = STORAGE_TYPES.flatMap((type) => {
    const limit = quota[typeLimitName(type)]
    return limit === undefined || limit === null
      ? []
      : [t('{limit} on {type}', { limit: formatBytes(limit), type })]
  })
  return [entries, space, ...types].join(', ')
}
