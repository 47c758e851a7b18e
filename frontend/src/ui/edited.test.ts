import { expect, it } from 'vitest'
import { ApiError } from '~/api/problem'
import { isChangedMeanwhile, typedOver } from './edited'

it('keeps what was typed and takes the rest as it is now', () => {
  const before = { name: 'a', kinds: ['delete'], size: 1 }
  const now = { name: 'b', kinds: ['delete', 'undo'], size: 2 }
  expect(typedOver({ ...before }, before, now)).toEqual(now)
  expect(typedOver({ ...before, name: 'mine' }, before, now)).toEqual({ ...now, name: 'mine' })
  expect(typedOver({ ...before, kinds: [] }, before, now)).toEqual({ ...now, kinds: [] })
})

it('tells a change that came too late from other refusals', () => {
  const problem = (code: string) =>
    new ApiError({ at: 'problem', status: 412, problem: { title: 'No', code } })
  expect(isChangedMeanwhile(problem('changed_meanwhile'))).toBe(true)
  expect(isChangedMeanwhile(problem('conflict'))).toBe(false)
  expect(isChangedMeanwhile(new Error('no'))).toBe(false)
})
