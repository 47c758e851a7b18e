import { describe, expect, it } from 'vitest'
import { ApiError, explainError, isRetriable, toApiError } from './problem'

describe('explainError', () => {
  it('uses the words of a problem document, and its fields', () => {
    const error = toApiError(400, {
      type: 'about:blank',
      title: 'The request is not valid',
      status: 400,
      detail: 'Correct the fields.',
      code: 'invalid_argument',
      fields: { owner: ['Too long.', 'No spaces.'] },
    })
    expect(explainError(error)).toEqual({
      title: 'The request is not valid',
      detail: 'Correct the fields.',
      advice: undefined,
      fields: { owner: 'Too long. No spaces.' },
    })
    expect(error.code).toBe('invalid_argument')
  })

  it('says what to do when no answer arrived', () => {
    const explained = explainError(new ApiError({ at: 'network' }))
    expect(explained.title).toBe('Warren does not answer')
    expect(explained.advice).toContain('make status')
  })

  it.each([[undefined], ['<html>'], [{ error: 'no title' }]])('survives the body %j', (body) => {
    expect(explainError(toApiError(502, body)).title).toBe('The file system did not answer')
  })

  it.each([[new Error('x is not a function')], ['a string'], [null], [undefined]])(
    'never throws, whatever was thrown: %s',
    (thrown) => expect(explainError(thrown).title).toBe('The console made a mistake'),
  )
})

describe('isRetriable', () => {
  it('asks again after trouble, never after a refusal', () => {
    expect(isRetriable(new ApiError({ at: 'network' }))).toBe(true)
    expect(isRetriable(toApiError(503, undefined))).toBe(true)
    expect(isRetriable(toApiError(429, undefined))).toBe(true)
    expect(isRetriable(toApiError(403, undefined))).toBe(false)
    expect(isRetriable(new Error('bug'))).toBe(false)
  })
})
