import { i18n } from '@lingui/core'
import { formatLanguage, served } from './t'

/** A text that the platform puts values into: what it looks like, and the message with {0}, {1}, … for them. */
type Shape = { message: string; pattern: RegExp }

const HOLE = /\{(\d+)\}/g
const NUMBER = /^\d{1,3}(?:,\d{3})*(?:\.(\d+))?$/
const SHARE = /^(\d+)%$/

const known = new Map<string, Shape[]>()

/** Makes known which shapes a language has words for. The more of a text a shape says, the earlier it is tried. */
export function learnReasons(language: string, messages: readonly string[]): void {
  const said = (message: string) => message.replace(HOLE, '').length
  const shapes = messages.toSorted((a, b) => said(b) - said(a)).map(shapeOf)
  known.set(language, shapes)
}

/**
 * What a check found, which the platform says in English with numbers and names in it: in the language of
 * the console where its catalogue has a text of that shape, else as it is.
 */
export function servedReason(text: string): string {
  for (const { message, pattern } of known.get(i18n.locale) ?? []) {
    const found = pattern.exec(text)
    if (found) return i18n._(message, Object.fromEntries(found.slice(1).map(placed).entries()))
  }
  return served(text)
}

function shapeOf(message: string): Shape {
  const literal = message.replace(/[\\^$.*+?()[\]|/]/g, '\\$&')
  return { message, pattern: new RegExp(`^${literal.replace(HOLE, '(.*)')}$`) }
}

function placed(value: string): string {
  const fraction = NUMBER.exec(value)
  if (fraction) {
    const digits = fraction[1]?.length ?? 0
    return new Intl.NumberFormat(formatLanguage(), { minimumFractionDigits: digits }).format(
      Number(value.replaceAll(',', '')),
    )
  }
  const share = SHARE.exec(value)
  return share ? `${share[1]} %` : servedReason(value)
}
