import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const SRC = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** What shows no words of its own: tests, what they need, the generated types, and the catalogues. */
const LEFT_OUT = /\.test\.tsx?$|\.d\.ts$|^test\/|^api\/schema\.ts$|^i18n\//

export type Source = { path: string; file: ts.SourceFile }

/** All files of the console that can hold words, parsed. */
export function readSources(): Source[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => relative(SRC, join(SRC, path)))
    .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.test(path))
    .sort()
    .map((path) => ({ path, file: parse(path, readFileSync(join(SRC, path), 'utf8')) }))
}

export function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
}

export type Message = { text: string; place: string }
export type Messages = { messages: Message[]; wrong: string[] }

/** Every message that the code asks for, and the calls that no catalogue can follow. */
export function messagesIn({ path, file }: Source): Messages {
  const messages: Message[] = []
  const wrong: string[] = []
  const visit = (node: ts.Node) => {
    const asked = askedFor(node)
    if (asked) {
      if (ts.isStringLiteralLike(asked))
        messages.push({ text: asked.text, place: placeOf(path, node) })
      else wrong.push(`${placeOf(path, node)} its message is no plain text: ${node.getText()}`)
      if (!isLate(node)) wrong.push(`${placeOf(path, node)} is read before a language is chosen`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { messages, wrong }
}

export function placeOf(path: string, node: ts.Node): string {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart())
  return `${path}:${line + 1}`
}

/** The message of `t('…')` or of `<Trans message="…">`. */
function askedFor(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't')
    return node.arguments[0]
  if (!ts.isJsxSelfClosingElement(node) || node.tagName.getText() !== 'Trans') return undefined
  const message = node.attributes.properties.find(
    (each) => ts.isJsxAttribute(each) && each.name.getText() === 'message',
  )
  if (!message || !ts.isJsxAttribute(message) || !message.initializer) return node
  return ts.isJsxExpression(message.initializer)
    ? (message.initializer.expression ?? node)
    : message.initializer
}

/** Within a function, which runs after the language is known. */
function isLate(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return true
  return false
}
