import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What a browser that knows nothing yet loads before a page is there, in bytes under brotli. */
const BUDGETS = [
  { page: 'login', routes: ['login'], bytesMax: 170_000 },
  { page: 'overview', routes: ['console', 'overview'], bytesMax: 185_000 },
] as const

const LISTED = 8

/** Smaller files are sent as they are, and count so. */
export const COMPRESSED_MIN_BYTES = 1024

/**
 * Fails a build whose first load is too large: scripts and styles that a page needs, without those that
 * it asks for later. Fonts don't count: text is there without them.
 */
export function firstLoad(): Plugin {
  return {
    name: 'warren-first-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const { page, routes, bytesMax } of BUDGETS) {
          const files = filesOf(bundle, [
            (chunk) => chunk.isEntry,
            ...routes.map((route) => isRoute(route)),
          ])
          const sizes = [...files]
            .map((name) => ({ name, bytes: sentBytes(bundle[name]) }))
            .sort((one, other) => other.bytes - one.bytes)
          const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
          this.info(`The first load of the page ${page} is ${bytes} bytes, of ${bytesMax}`)
          if (bytes > bytesMax) {
            const largest = sizes.slice(0, LISTED).map((each) => `${each.name} ${each.bytes}`)
            this.error(
              `The first load of the page ${page} is ${bytes} bytes, more than ${bytesMax}: load on demand what it does not need at once. The largest: ${largest.join(', ')}`,
            )
          }
        }
      },
    },
  }
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

function isRoute(name: string) {
  return (chunk: Chunk) => chunk.facadeModuleId?.endsWith(`/src/routes/${name}.lazy.tsx`) ?? false
}

/** The chunks that fit, what they import at once, and their styles. Throws where none fits. */
function filesOf(bundle: Bundle, wanted: ((chunk: Chunk) => boolean)[]): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const files = new Set<string>()
  const add = (name: string) => {
    if (files.has(name)) return
    files.add(name)
    const output = bundle[name]
    if (output?.type !== 'chunk') return
    for (const imported of output.imports) add(imported)
    for (const style of output.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const fits of wanted) {
    const found = chunks.filter(fits)
    if (found.length === 0) throw new Error('A page of the first load has no chunk of its own')
    for (const chunk of found) add(chunk.fileName)
  }
  return files
}

function sentBytes(output: Bundle[string] | undefined): number {
  if (output === undefined) return 0
  const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
  if (content.length < COMPRESSED_MIN_BYTES) return content.length
  return brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length
}
