import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

type Token = CompiledMessage[number]
type Found = { tokens: CompiledMessage; end: number }

const CASE = /\s*(=\d+|[a-z]+)\s*\{/y
const PLACE = /\{(\w+)(?:\s*,\s*plural\s*,)?/y
const PLURAL = /,\s*plural\s*,/

const compiled = new Map<string, CompiledMessage>()

/**
 * A message as Lingui formats it. Lingui's own parser of all that ICU knows is as large as the rest of it
 * twice over; messages here have two things: `{name}`, and `{name, plural, one {…} other {…}}` with `#`.
 * A test holds both against each other.
 */
export function compileMessage(message: string): CompiledMessage {
  const known = compiled.get(message)
  if (known) return known
  const { tokens } = parse(message, 0, false)
  compiled.set(message, tokens)
  return tokens
}

/** Up to the end of the message, or to the brace that ends a case of a plural. */
function parse(message: string, begin: number, inCase: boolean): Found {
  const tokens: CompiledMessage = []
  let text = ''
  const add = (token: Token) => {
    if (text !== '') tokens.push(text)
    text = ''
    tokens.push(token)
  }
  let at = begin
  while (at < message.length) {
    const character = message[at]
    if (character === '}' && inCase) break
    if (character === '{') {
      const place = placeAt(message, at)
      add(place.token)
      at = place.end
    } else {
      if (character === '#' && inCase) add('#')
      else text += character
      at += 1
    }
  }
  if (text !== '') tokens.push(text)
  return { tokens, end: at + 1 }
}

function placeAt(message: string, at: number): { token: Token; end: number } {
  PLACE.lastIndex = at
  const match = PLACE.exec(message)
  if (!match?.[1]) throw new Error(`No name after the brace at ${at} of: ${message}`)
  if (!PLURAL.test(match[0])) return { token: [match[1]], end: PLACE.lastIndex + 1 }
  const cases: Record<string, CompiledMessage> = {}
  let end = PLACE.lastIndex
  for (;;) {
    CASE.lastIndex = end
    const begun = CASE.exec(message)
    if (!begun?.[1]) break
    const found = parse(message, CASE.lastIndex, true)
    cases[begun[1].replace('=', '')] = found.tokens
    end = found.end
  }
  return { token: [match[1], 'plural', cases], end: message.indexOf('}', end) + 1 }
}
