const DIGITS_PER_LINE = 32
const PRINTABLE_MIN = 0x20
const PRINTABLE_MAX = 0x7e

/** Hexadecimal digits as lines of an offset, 16 bytes and their ASCII characters. */
export function hexLines(digits: string): string {
  const lines: string[] = []
  for (let at = 0; at < digits.length; at += DIGITS_PER_LINE) {
    const bytes = digits.slice(at, at + DIGITS_PER_LINE).match(/../g) ?? []
    const offset = (at / 2).toString(16).padStart(8, '0')
    const ascii = bytes.map((byte) => characterOf(Number.parseInt(byte, 16))).join('')
    lines.push(`${offset}  ${bytes.join(' ').padEnd(DIGITS_PER_LINE * 1.5 - 1)}  ${ascii}`)
  }
  return lines.join('\n')
}

function characterOf(byte: number): string {
  return byte >= PRINTABLE_MIN && byte <= PRINTABLE_MAX ? String.fromCharCode(byte) : '.'
}
