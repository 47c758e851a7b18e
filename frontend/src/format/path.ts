export const ROOT = '/'

export type Segment = { name: string; path: string }

/** An absolute path without doubled or trailing slashes. Names are otherwise left as they are. */
export function normalizePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  return `/${parts.join('/')}`
}

/** The directories on the way to a path, from the first level down to the path itself. */
export function segmentsOf(path: string): Segment[] {
  const segments: Segment[] = []
  let prefix = ''
  for (const name of path.split('/')) {
    if (name === '') continue
    prefix += `/${name}`
    segments.push({ name, path: prefix })
  }
  return segments
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at <= 0 ? ROOT : path.slice(0, at)
}

export function nameOf(path: string): string {
  return path === ROOT ? ROOT : path.slice(path.lastIndexOf('/') + 1)
}

export function childOf(directory: string, name: string): string {
  return directory === ROOT ? `/${name}` : `${directory}/${name}`
}

export function isWithin(path: string, directory: string): boolean {
  return directory === ROOT || path === directory || path.startsWith(`${directory}/`)
}

/**
 * A name for display. HDFS allows control characters in names; they become their visible
 * pictures (U+2400 block), so that a newline can neither break a row nor hide.
 */
export function visibleName(name: string): string {
  let text = ''
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) text += String.fromCodePoint(0x2400 + code)
    else if (code === 0x7f) text += '\u2421'
    // Bidirectional controls can make one name look like another.
    else if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
      text += '\ufffd'
    else text += character
  }
  return text
}
