import { choose, isLanguage, LANGUAGES, type Language, useLanguage } from '~/i18n/language'
import { notifyError } from '~/ui/notify'

/** Each language in its own words, as who reads it looks for it. */
export const LANGUAGE_NAMES = Object.entries(LANGUAGES)

/** The language that is shown, and how another is chosen. */
export function useChosenLanguage(): [language: Language, choose: (language: string) => void] {
  const language = useLanguage()
  return [
    language,
    (wanted) => {
      if (isLanguage(wanted)) choose(wanted).catch(notifyError)
    },
  ]
}
