import { answerOf } from './client.js'

/** `next_cursor` is null on the last page. */
export type Page<Item> = { items: Item[]; next_cursor: string | null }

/**
 * The items of all pages, each page read when it is needed:
 * `items((cursor) => client.GET('/api/v1/jobs', { params: { query: { cursor } } }))`.
 */
export async function* items<Item>(
  read: (cursor: string | undefined) => Promise<{ data?: Page<Item>; response: Response }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  for (;;) {
    const page = await answerOf(read(cursor))
    yield* page.items
    if (page.next_cursor === null) return
    if (page.next_cursor === cursor)
      throw new RangeError('A page names itself as the one that follows')
    cursor = page.next_cursor
  }
}
