import * as v from 'valibot'
import { normalizePath } from '~/format/path'

/**
 * Pieces of the routes' search parameters. The address bar takes anything, so a value that can't
 * be read counts as absent: a page never fails on its own address.
 */
export const text = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(2_000))), undefined)

/** A statement of SQL: those that leave paths out are long. */
export const statement = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(8_000))), undefined)

/** What a program calls something, such as a table. */
export const name = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/))), undefined)

export const absolutePath = v.fallback(
  v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(8_000), v.transform(normalizePath))),
  undefined,
)

/** The number of something: positive, and exact in JavaScript. */
export const positiveNumber = numberFrom(1)

/** The number of something that is counted from 0. */
export const ordinal = numberFrom(0)

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

function numberFrom(least: number) {
  return v.fallback(
    v.optional(
      v.pipe(
        // Text from the address bar, or already a number from a link within the console.
        v.union([v.pipe(v.string(), v.regex(/^\d{1,16}$/)), v.number()]),
        v.transform(Number),
        v.safeInteger(),
        v.minValue(least),
      ),
    ),
    undefined,
  )
}
