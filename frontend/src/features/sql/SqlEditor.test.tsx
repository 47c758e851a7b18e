import { EditorView } from '@codemirror/view'
import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SqlEditor } from './SqlEditor'

/** The wrapper waits so long after the last change before it puts a value in. */
const TYPING_ENDED_MS = 400

function editor() {
  const onChange = vi.fn<(text: string) => void>()
  const shown = (value: string) => (
    <MantineProvider>
      <SqlEditor value={value} tables={[]} onChange={onChange} onRun={() => undefined} />
    </MantineProvider>
  )
  const { container, rerender } = render(shown('SELECT 1'))
  const content = container.querySelector<HTMLElement>('.cm-content')
  const view = content && EditorView.findFromDOM(content)
  if (!view) throw new Error('no editor')
  return {
    onChange,
    text: () => view.state.doc.toString(),
    type: (text: string) =>
      act(() => view.dispatch({ changes: { from: view.state.doc.length, insert: text } })),
    bring: (value: string) => rerender(shown(value)),
  }
}

const typingEnds = () => act(() => new Promise((resolve) => setTimeout(resolve, TYPING_ENDED_MS)))

it('keeps what is typed when the page brings older text late', async () => {
  const { text, type, bring, onChange } = editor()
  type(',')
  type(' 2')
  bring('SELECT 1,')
  type(' + 3')
  await typingEnds()
  expect(text()).toBe('SELECT 1, 2 + 3')
  bring('SELECT 1, 2 + 3')
  await typingEnds()
  expect(text()).toBe('SELECT 1, 2 + 3')
  expect(onChange).toHaveBeenLastCalledWith('SELECT 1, 2 + 3')
})

it('shows a statement that is chosen, also one that was typed before', async () => {
  const { text, type, bring } = editor()
  bring('SELECT 2')
  expect(text()).toBe('SELECT 2')
  bring('SELECT 2')
  type('0')
  bring('SELECT 20')
  type('0')
  bring('SELECT 200')
  bring('SELECT 20')
  await typingEnds()
  expect(text()).toBe('SELECT 20')
})
