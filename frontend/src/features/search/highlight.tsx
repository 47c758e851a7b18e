import { Fragment } from 'react'
import { visibleName } from '~/format/path'

type Piece = { at: number; text: string; matched: boolean }

/** Cuts a name at its highlighted ranges: [start, end) in UTF-16 units, in rising order. */
export function piecesOf(name: string, ranges: number[][]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [start = 0, end = 0] of ranges) {
    if (start < at || end <= start || end > name.length) continue
    if (start > at) pieces.push({ at, text: name.slice(at, start), matched: false })
    pieces.push({ at: start, text: name.slice(start, end), matched: true })
    at = end
  }
  if (at < name.length) pieces.push({ at, text: name.slice(at), matched: false })
  return pieces
}

export function Highlighted({ name, ranges }: { name: string; ranges: number[][] }) {
  return piecesOf(name, ranges).map(({ at, text, matched }) =>
    matched ? (
      <mark key={at}>{visibleName(text)}</mark>
    ) : (
      <Fragment key={at}>{visibleName(text)}</Fragment>
    ),
  )
}
