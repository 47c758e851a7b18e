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

/** The number of something: positive, and exact in JavaScript. */
export const positiveNumber = v.fallback(
  v.optional(
    v.pipe(
      // Text from the address bar, or already a number from a link within the console.
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.safeInteger(),
      v.minValue(1),
    ),
  ),
  undefined,
)

/** The id of a block as text: that of a block group is negative and too long for a number. */
export const blockId = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^-?\d{1,19}$/)),
  ),
  undefined,
)

/** A calendar day, "2026-11-21". */
export const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined)

export function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.fallback(v.optional(v.picklist(options)), undefined)
}
