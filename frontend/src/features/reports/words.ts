import { served } from '~/i18n/t'

/** Columns whose texts stand for a class of rows, in the report's own words; those of others are names. */
const OF_CLASSES: ReadonlySet<string> = new Set([
  'age',
  'compared',
  'datanode',
  'extension',
  'size_class',
])

/** A column's name as words: "space_bytes" is "Space". */
export function columnWords(name: string): string {
  const text = name.replace(/_bytes$/, '').replaceAll('_', ' ')
  return served(text.charAt(0).toUpperCase() + text.slice(1))
}

/** A cell's text as it is read. */
export function cellWords(column: string, text: string): string {
  return OF_CLASSES.has(column) ? served(text) : text
}
