import type { Migration, RehearsalVerdict } from '~/api/migration'
import { perLanguage, served, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'

const verdicts = perLanguage(
  (): Record<RehearsalVerdict, string> => ({
    clean: t('clean'),
    readable_with_faults: t('readable, with faults'),
    blocks_missing: t('blocks are missing'),
  }),
)

export function verdictName(verdict: RehearsalVerdict): string {
  return verdicts()[verdict]
}

export function verdictTone(verdict: RehearsalVerdict): Tone {
  if (verdict === 'clean') return 'good'
  return verdict === 'blocks_missing' ? 'bad' : 'busy'
}

/** What a rehearsal finds, and what becomes of it. */
const findings = perLanguage(
  (): Record<string, { name: string; meaning: string }> => ({
    missing: {
      name: t('No good copy'),
      meaning: t(
        'There is no good copy, or too few units of a coded block: the file can’t be read there',
      ),
    },
    wrong_length: {
      name: t('Wrong length'),
      meaning: t('The copy is not as long as its block: it is not read'),
    },
    wrong_stamp: {
      name: t('Wrong generation stamp'),
      meaning: t('The copy has another generation stamp than its block: it is not read'),
    },
    unfinished: {
      name: t('Never ended'),
      meaning: t('The copy was never ended, while its block was: it is not read'),
    },
    extra: {
      name: t('Unknown block'),
      meaning: t('Warren has no such block: after the take-over datanodes are told to drop it'),
    },
    under_replicated: {
      name: t('Too few copies'),
      meaning: t('Fewer good copies than the file wants: they will be made'),
    },
  }),
)

/** A kind that is not known here is named as the report names it. */
export function findingText(what: string, meaning: string): { name: string; meaning: string } {
  return findings()[what] ?? { name: what.replaceAll('_', ' '), meaning: served(meaning) }
}

const counted = perLanguage(
  (): Record<string, string> => ({
    directories: t('directories'),
    files: t('files'),
    'symbolic links': t('symbolic links'),
    blocks: t('blocks'),
    bytes: t('bytes'),
    quotas: t('quotas'),
    ACLs: t('ACLs'),
    'extended attributes': t('extended attributes'),
    'files open for writing': t('files open for writing'),
    snapshots: t('snapshots'),
    'inodes that only snapshots hold': t('inodes that only snapshots hold'),
    'directories that only snapshots hold': t('directories that only snapshots hold'),
    'files that only snapshots hold': t('files that only snapshots hold'),
    'symbolic links that only snapshots hold': t('symbolic links that only snapshots hold'),
    'blocks that only snapshots hold': t('blocks that only snapshots hold'),
    'former states that snapshots hold': t('former states that snapshots hold'),
    'directories of which snapshots may be taken': t('directories of which snapshots may be taken'),
    'limits that directories had in snapshots': t('limits that directories had in snapshots'),
    'files with fewer blocks than bytes in a snapshot': t(
      'files with fewer blocks than bytes in a snapshot',
    ),
    'inodes to which nothing leads': t('inodes to which nothing leads'),
    'cache pools': t('cache pools'),
    'cache directives': t('cache directives'),
    'delegation tokens': t('delegation tokens'),
  }),
)

/** What an import counts; attributes keep their own names. */
export function countedName(what: string): string {
  return counted()[what] ?? what
}

/** How far the take-over is, in a few words. */
export function takeOverStateOf(migration: Migration): { tone: Tone; state: string } {
  const { stage, request } = migration
  switch (stage) {
    case 'taking_over':
      return { tone: 'busy', state: t('goes on') }
    case 'going_back':
      return { tone: 'busy', state: t('is being undone') }
    case 'taken_over':
      return { tone: 'good', state: t('done: Warren serves') }
    case 'imported':
    case 'following':
    case 'not_migrated':
      if (request === null) return { tone: 'off', state: t('not yet') }
      return request.approved_by === null
        ? { tone: 'busy', state: t('waits for an approval') }
        : { tone: 'busy', state: t('approved by {who}', { who: request.approved_by }) }
  }
}
