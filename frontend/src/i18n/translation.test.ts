import { compileMessage as compileByLingui } from '@lingui/message-utils/compileMessage'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Message,
  messagesIn,
  parse,
  readSources,
  type Source,
} from '~/test/translation/source'
import { untranslatedIn } from '~/test/translation/untranslated'
import { compileMessage } from './compile'
import { catalogues, messages as german } from './de'
import { served } from './de/served'

let sources: Source[] = []
let asked: Message[] = []
let wrong: string[] = []

beforeAll(() => {
  sources = readSources()
  const all = sources.map(messagesIn)
  asked = all.flatMap((each) => each.messages)
  wrong = all.flatMap((each) => each.wrong)
})

describe('the texts of the console', () => {
  it('all go through translation', () => {
    expect(sources.flatMap(untranslatedIn)).toEqual([])
  })

  it('are found where they are not translated', () => {
    const seen = (code: string) => untranslatedIn({ path: 'x.tsx', file: parse('x.tsx', code) })
    expect(seen('<b>Delete it</b>')).toEqual(['x.tsx:1 Delete it'])
    expect(seen('<b title="now" />')).toEqual(['x.tsx:1 now'])
    expect(seen('<b>{gone ? "gone" : null}</b>')).toEqual(['x.tsx:1 gone'])
    expect(seen('const a = `$' + '{count} of them`')).toHaveLength(1)
    expect(seen('const a: Record<State, string> = { ok: "well" }')).toHaveLength(1)
    expect(seen('const a: Record<State, string> = { type: "Type" }')).toHaveLength(1)
    expect(seen('function a(what: string) {} a("files")')).toHaveLength(1)
    expect(seen('function stateWord(): string { return "well" }')).toHaveLength(1)
    expect(seen('<b c="dimmed">{t("Delete it")} UTC</b>')).toEqual([])
  })

  it('are asked for as plain text, once a language is known', () => {
    expect(wrong).toEqual([])
  })
})

describe('the German catalogue', () => {
  it('has every message, and no other', () => {
    const known = new Set(asked.map(({ text }) => text))
    const missing = asked.filter(({ text }) => !Object.hasOwn(german, text))
    expect(missing.map(({ place, text }) => `${place} ${text}`)).toEqual([])
    const said = catalogues.flatMap((each) => Object.keys(each))
    expect(said.filter((text) => !known.has(text))).toEqual([])
  })

  it('has each in one file', () => {
    const all = [...catalogues, served].flatMap((each) => Object.keys(each))
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
  })

  it('keeps the values and the parts of each', () => {
    const differing = Object.entries(german).filter(
      ([english, text]) => placesIn(english).join() !== placesIn(text).join() || text.trim() === '',
    )
    expect(differing).toEqual([])
  })
})

describe('a message', () => {
  it('is read as Lingui reads it', () => {
    for (const text of [...Object.keys(german), ...Object.values(german)]) {
      expect(compileMessage(text)).toEqual(withoutOffset(compileByLingui(text)))
    }
  })
})

/** The names of values and of parts, in one order. */
function placesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?=[,}])|<\/\w+>/g))].sort()
}

/** Lingui says of each plural that nothing is taken off its number. */
function withoutOffset(compiled: unknown): unknown {
  return JSON.parse(JSON.stringify(compiled))
}
