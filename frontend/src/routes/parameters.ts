import * as v from 'valibot'
import { normalizePath } from '~/format/path'

/**
 * Pieces of the routes' search parameters. The address bar takes anything, so a value that can't
 * be read counts as absent: a page never fails on its own address.
 */
export const text = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(2_000))), undefined)

export const absolutePath = v.fallback(
  v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(8_000), v.transform(normalizePath))),
  undefined,
)

/** A calendar day, "2026-11-21". */
export const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined)

export function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.fallback(v.optional(v.picklist(options)), undefined)
}
