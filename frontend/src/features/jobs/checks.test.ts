import { expect, it } from 'vitest'
import type { JobCheck } from '~/api/jobs'
import { describeCheck } from './checks'

const CHECK: JobCheck = {
  state: 'succeeded',
  asked_by: 'olga',
  began_at: '2026-11-26T10:00:00.000Z',
  ended_at: '2026-11-26T10:00:01.000Z',
  as_of: '2026-11-26T10:00:00.000Z',
  selection: null,
  tree: null,
  problem: null,
}
const CHOSEN: NonNullable<JobCheck['selection']> = {
  same: 12,
  changed: 0,
  gone: 0,
  out_of_scope: 0,
  joined: null,
  joined_is_exact: true,
  index_sequence: null,
}
const COUNTS = { files: 9, directories: 2, length_bytes: 4096, space_consumed_bytes: 12_288 }

it('says what became of what was chosen', () => {
  expect(describeCheck({ ...CHECK, selection: CHOSEN })).toBe('Nothing changed: 12 as they were')
  const some = { ...CHOSEN, changed: 3, gone: 1, out_of_scope: 2, joined: 2000 }
  expect(describeCheck({ ...CHECK, selection: some })).toBe(
    '3 changed, 1 gone, 2 moved out of reach, 2,000 joined; 12 as they were',
  )
  expect(describeCheck({ ...CHECK, selection: { ...some, joined_is_exact: false } })).toContain(
    'more than 2,000 joined',
  )
})

it('says how counts at a path differ', () => {
  const at = (difference: typeof COUNTS, target: 'there' | 'replaced' = 'there') =>
    describeCheck({ ...CHECK, tree: { target, now: COUNTS, difference } })
  const same = { files: 0, directories: 0, length_bytes: 0, space_consumed_bytes: 0 }
  expect(at(same)).toBe('As many as planned')
  expect(at({ ...same, files: 3, directories: -1, length_bytes: -2048 })).toBe(
    '+3 files, −1 directory, −2 KiB',
  )
  expect(at(same, 'replaced')).toBe('The path names another entry now. As many as planned')
  expect(describeCheck({ ...CHECK, tree: { target: 'gone', now: null, difference: null } })).toBe(
    'It is not in the tree any more',
  )
})

it('says how far it is', () => {
  expect(describeCheck({ ...CHECK, state: 'running' })).toBe('Looking…')
  const some = { ...CHOSEN, changed: 3 }
  expect(describeCheck({ ...CHECK, state: 'running', selection: some })).toBe(
    'Looking: 3 changed; 12 as they were so far',
  )
  expect(describeCheck({ ...CHECK, state: 'failed' })).toBe('The check failed')
})
