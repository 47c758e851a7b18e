import { i18n, type Messages } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { learnReasons } from './reason'
import './t'

/** What the console speaks, each in its own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

/** Messages by their English, and which of them are the reasons of checks. */
type Catalogue = { messages: Messages; reasons: Record<string, string> }

/** Where the browser remembers what the user chose. */
const CHOSEN_KEY = 'warren-language'

/** English is in the code; the others are loaded by those who read them. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de'),
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text)
}

/** The language that was chosen here, else the first of the browser's that the console speaks. */
export function preferredLanguage(): Language {
  const chosen = remembered()
  if (isLanguage(chosen)) return chosen
  for (const tag of navigator.languages) {
    const language = tag.split('-')[0]?.toLowerCase()
    if (isLanguage(language)) return language
  }
  return 'en'
}

/** Shows the console in a language. Rejects, and changes nothing, where its words can't be loaded. */
export async function speak(language: Language): Promise<void> {
  if (language !== 'en') {
    const { messages, reasons } = await CATALOGUES[language]()
    i18n.load(language, messages)
    learnReasons(language, Object.keys(reasons))
  }
  i18n.activate(language)
  document.documentElement.lang = language
}

/** The same by the user's choice, which this browser keeps. */
export async function choose(language: Language): Promise<void> {
  await speak(language)
  try {
    window.localStorage.setItem(CHOSEN_KEY, language)
  } catch {
    // A browser that keeps nothing asks its languages again.
  }
}

/** The language that is shown; what calls this is drawn again with another. */
export function useLanguage(): Language {
  const locale = useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => i18n.locale,
  )
  return isLanguage(locale) ? locale : 'en'
}

function remembered(): string | null {
  try {
    return window.localStorage.getItem(CHOSEN_KEY)
  } catch {
    return null
  }
}
