import { t } from '~/i18n/t'

/** More telling names first: every browser also claims to be others. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const LENGTH_MAX = 40

/** A browser by what it says of itself: "Firefox on Linux". Unknown ones as they are, cut. */
export function formatBrowser(client: string): string {
  const browser = nameIn(client, BROWSERS)
  const system = nameIn(client, SYSTEMS)
  if (browser) return system ? t('{browser} on {system}', { browser, system }) : browser
  if (client === '') return t('Unknown browser')
  return client.length > LENGTH_MAX ? `${client.slice(0, LENGTH_MAX)}…` : client
}

function nameIn(client: string, names: [RegExp, string][]): string | undefined {
  return names.find(([pattern]) => pattern.test(client))?.[1]
}
