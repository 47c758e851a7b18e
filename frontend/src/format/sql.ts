import { formatBytes } from './bytes'
import { formatCount } from './count'

/** A column and a value of an SQL result. */
export type ResultColumn = { name: string; type: string }
export type ResultValue = string | number | boolean | null | object

const NUMBER_TYPES = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL\(.*\))$/

export function isNumeric(column: ResultColumn): boolean {
  return NUMBER_TYPES.test(column.type)
}

/** A value as text; the same as a file would hold, but for lists and structures. */
export function textOf(value: ResultValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whether a column's numbers are bytes, which its name says. */
export function isSize(column: ResultColumn): boolean {
  return column.name.endsWith('_bytes')
}

/** A number for reading: columns that say so in their name are sizes. */
export function readable(column: ResultColumn, value: ResultValue): string {
  if (typeof value !== 'number') return textOf(value)
  if (isSize(column)) return formatBytes(value)
  return Number.isInteger(value) && isAmount(column) ? formatCount(value) : String(value)
}

/** Ids and sequence numbers are names. */
function isAmount(column: ResultColumn): boolean {
  return isNumeric(column) && !/(^|_)(id|sequence|time)$/.test(column.name)
}

/** What a chart draws: one column names each row, another one measures it. */
export function pointsOf(
  columns: ResultColumn[],
  rows: ResultValue[][],
  label: string,
  measured: string,
): { label: string; value: number }[] {
  const named = columns.findIndex((column) => column.name === label)
  const valued = columns.findIndex((column) => column.name === measured)
  return rows.map((row) => ({
    label: textOf(row[named] ?? null),
    value: Number(row[valued] ?? 0),
  }))
}
