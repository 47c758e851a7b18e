/** An octal mode as the API writes it: three or four digits, "755" or "0755" or "1777". */
export function isOctalMode(text: string): boolean {
  return /^[0-7]{3,4}$/.test(text)
}

/**
 * The nine letters that `ls -l` shows, with the sticky bit in the last one ("rwxrwxrwt").
 * Answers the text unchanged when it isn't an octal mode.
 */
export function formatMode(octal: string): string {
  if (!isOctalMode(octal)) return octal
  const bits = Number.parseInt(octal, 8)
  const letters = [6, 3, 0].map((shift) => {
    const triple = (bits >> shift) & 7
    return `${triple & 4 ? 'r' : '-'}${triple & 2 ? 'w' : '-'}${triple & 1 ? 'x' : '-'}`
  })
  const text = letters.join('')
  if (!(bits & 0o1000)) return text
  return `${text.slice(0, 8)}${bits & 1 ? 't' : 'T'}`
}
