import { Fragment, type ReactNode } from 'react'
import { type NamesIn, t } from './t'

type TagsIn<Message extends string> = Message extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagsIn<Rest>
  : never

type TransProps<Message extends string> = {
  message: Message
} & ([NamesIn<Message>] extends [never]
  ? { values?: undefined }
  : { values: Record<NamesIn<Message>, ReactNode> }) &
  ([TagsIn<Message>] extends [never]
    ? { parts?: undefined }
    : { parts: Record<TagsIn<Message>, (text: ReactNode) => ReactNode> })

const PLACE = /<(\w+)>(.*?)<\/\1>|\uE000(\d+)\uE001/gs

/**
 * A message with elements in it: what stands between `<code>` and `</code>` goes through the part of
 * that name, and values may be elements. What a value says is never read as a part.
 */
export function Trans<const Message extends string>({
  message,
  values,
  parts,
}: TransProps<Message>): ReactNode {
  const given: ReactNode[] = []
  const marks: Record<string, string | number> = {}
  for (const [name, value] of Object.entries<ReactNode>(values ?? {})) {
    // A number may choose between the cases of a plural.
    marks[name] = typeof value === 'number' ? value : `\uE000${given.push(value) - 1}\uE001`
  }
  const text = translated(message, marks)
  return <Laid text={text} given={given} parts={parts ?? {}} />
}

/** The types of `t` read one message; this one takes any. */
const translated: (message: string, values: Record<string, string | number>) => string = t

type LaidProps = {
  text: string
  given: ReactNode[]
  parts: Record<string, (text: ReactNode) => ReactNode>
}

function Laid({ text, given, parts }: LaidProps): ReactNode {
  const laid: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(PLACE)) {
    const [whole, tag, inner, value] = match
    laid.push(text.slice(end, match.index))
    end = match.index + whole.length
    laid.push(
      <Fragment key={match.index}>
        {tag !== undefined && inner !== undefined
          ? parts[tag]?.(<Laid text={inner} given={given} parts={parts} />)
          : given[Number(value)]}
      </Fragment>,
    )
  }
  laid.push(text.slice(end))
  return laid
}
