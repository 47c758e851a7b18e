import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const CLASS_NAME = /\bm_[0-9a-f]{5,8}\b/g
const ALL_STYLES = fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))

/**
 * Fails a build whose scripts name a class of Mantine that has styles there and none here: a part of
 * Mantine is used whose styles `src/app/mantine.css` does not import.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'warren-mantine-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const styled = classNames(readFileSync(ALL_STYLES, 'utf8'))
        const named = new Set<string>()
        const present = new Set<string>()
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') addAll(named, classNames(output.code))
          else if (output.fileName.endsWith('.css')) {
            addAll(present, classNames(Buffer.from(output.source).toString('utf8')))
          }
        }
        const missing = [...named].filter((name) => styled.has(name) && !present.has(name))
        if (missing.length > 0) {
          this.error(
            `Styles of Mantine are missing: import the files of @mantine/core/styles that hold ${missing.join(', ')} in src/app/mantine.css`,
          )
        }
      },
    },
  }
}

function classNames(source: string): Set<string> {
  return new Set(source.match(CLASS_NAME))
}

function addAll(all: Set<string>, some: Set<string>): void {
  for (const each of some) all.add(each)
}
