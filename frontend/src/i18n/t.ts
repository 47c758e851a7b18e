import { i18n } from '@lingui/core'
import { compileMessage } from './compile'

i18n.setMessagesCompiler(compileMessage)
// English is in the code itself: each message is its own key.
i18n.load('en', {})
i18n.activate('en')

type Head<Text extends string> = Text extends `${infer Before}}${string}`
  ? Name<Before extends `${infer Name},${string}` ? Name : Before>
  : never
type Name<Text extends string> = Text extends '' | `${string} ${string}` | `${string}#${string}`
  ? never
  : Text

/** The names of the values that a message takes: "path" of "Delete {path}". */
export type NamesIn<Message extends string> = Message extends `${string}{${infer Rest}`
  ? Head<Rest> | NamesIn<Rest>
  : never

type Values<Message extends string> = [NamesIn<Message>] extends [never]
  ? []
  : [values: Record<NamesIn<Message>, string | number>]

/**
 * A message in the language of the console. The English text, which is its key, stands in the code as it is
 * read; values have names: `t('{moved} of {all} children', { moved, all })`.
 */
export function t<const Message extends string>(
  message: Message,
  ...[values]: Values<Message>
): string {
  return i18n._(message, values)
}

/**
 * A text that the platform sends in English: in the language of the console where its catalogue has
 * that text, else as it is.
 */
export function served(text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n._(text) : text
}

/** What is worked out once for each language: tables of words, formats of numbers. */
export function perLanguage<Thing>(make: () => Thing): () => Thing {
  const made = new Map<string, Thing>()
  return () => {
    const known = made.get(i18n.locale)
    if (known !== undefined) return known
    const thing = make()
    made.set(i18n.locale, thing)
    return thing
  }
}

/** A label within a sentence: English writes it small there, German writes nouns as they are. */
export function inSentence(label: string): string {
  return i18n.locale === 'en' ? label.toLowerCase() : label
}

/** The language that numbers and dates are formatted by. */
export function formatLanguage(): string {
  return i18n.locale
}
