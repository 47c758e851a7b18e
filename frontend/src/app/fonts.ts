/** A page is drawn without them, in the system's, when they take longer than this. */
const FONTS_WAIT_MS = 500
const FONTS = [{ font: "1em 'Inter Variable'" }, { font: "1em 'JetBrains Mono Variable'" }]

/**
 * Waits until the fonts of every page are there: drawn in others first, lines break elsewhere, and
 * what is below them jumps.
 */
export async function fontsLoaded(): Promise<void> {
  const waited = new Promise<void>((done) => setTimeout(done, FONTS_WAIT_MS))
  const loaded = Promise.all(FONTS.map(({ font }) => document.fonts.load(font)))
  await Promise.race([waited, loaded.catch(() => undefined)])
}
