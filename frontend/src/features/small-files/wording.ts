import type { SmallFileClass, SmallFileUnit } from '~/api/small-files'
import { formatBytes } from '~/format/bytes'
import { t } from '~/i18n/t'

/** The greatest length that a file in the database can have. */
export const SMALL_FILE_BYTES_MAX = 65_536

/** Lengths above the one before, up to this one: "to 4 KiB", "over 1 MiB" for the last. */
export function classText({ size_min_bytes, size_max_bytes }: SmallFileClass): string {
  return size_max_bytes === null
    ? t('over {size_min_bytes}', { size_min_bytes: formatBytes(size_min_bytes - 1) })
    : t('to {size_max_bytes}', { size_max_bytes: formatBytes(size_max_bytes) })
}

export type Totals = Pick<
  SmallFileClass,
  | 'files_in_database'
  | 'bytes_in_database'
  | 'files_to_take_in'
  | 'bytes_to_take_in'
  | 'files_that_fit'
  | 'bytes_that_fit'
>

export function totalsOf(classes: SmallFileClass[]): Totals {
  const sum = (of: (each: SmallFileClass) => number) =>
    classes.reduce((total, each) => total + of(each), 0)
  return {
    files_in_database: sum((each) => each.files_in_database),
    bytes_in_database: sum((each) => each.bytes_in_database),
    files_to_take_in: sum((each) => each.files_to_take_in),
    bytes_to_take_in: sum((each) => each.bytes_to_take_in),
    files_that_fit: sum((each) => each.files_that_fit),
    bytes_that_fit: sum((each) => each.bytes_that_fit),
  }
}

/**
 * The classes that small files can be in, as bars: in the database, waiting for a take-in, others.
 * Longer files would make the bars too flat to be read.
 */
export function drawingOf(classes: SmallFileClass[], unit: SmallFileUnit) {
  const small = classes.filter(
    ({ size_max_bytes }) => size_max_bytes !== null && size_max_bytes <= SMALL_FILE_BYTES_MAX,
  )
  const parts = small.map((each) =>
    unit === 'files'
      ? { all: each.files, stored: each.files_in_database, waiting: each.files_to_take_in }
      : { all: each.length_bytes, stored: each.bytes_in_database, waiting: each.bytes_to_take_in },
  )
  return {
    labels: small.map(classText),
    series: [
      { name: t('In the database'), values: parts.map(({ stored }) => stored) },
      { name: t('To take in'), values: parts.map(({ waiting }) => waiting) },
      {
        name: t('Others'),
        values: parts.map(({ all, stored, waiting }) => all - stored - waiting),
      },
    ],
  }
}
