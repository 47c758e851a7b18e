import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { Paper, useComputedColorScheme } from '@mantine/core'
import CodeMirror from '@uiw/react-codemirror'
import { useMemo, useRef, useState } from 'react'
import type { SqlTable } from '~/api/sql'
import { t } from '~/i18n/t'
import { useEditorText } from './useEditorText'

// The dark theme's own ground leaves its reds below the contrast that WCAG AA asks for.
const DARK_GROUND = EditorView.theme(
  { '&': { backgroundColor: '#1b1e23 !important' } },
  { dark: true },
)

type SqlEditorProps = {
  value: string
  tables: SqlTable[]
  onChange: (statement: string) => void
  onRun: () => void
}

/** The statement, with completion of tables and columns. Ctrl-Enter runs it. */
export function SqlEditor({ value, tables, onChange, onRun }: SqlEditorProps) {
  const scheme = useComputedColorScheme('light')
  const [first] = useState(value)
  const { created, changed } = useEditorText(value, onChange)
  // The editor keeps its key bindings; what they call changes with each render.
  const run = useRef(onRun)
  run.current = onRun
  const extensions = useMemo(
    () => [
      sql({
        dialect: PostgreSQL,
        upperCaseKeywords: true,
        schema: Object.fromEntries(
          tables.map((table) => [table.name, table.columns.map((column) => column.name)]),
        ),
      }),
      EditorView.lineWrapping,
      scheme === 'dark' ? DARK_GROUND : [],
      EditorView.contentAttributes.of({ 'aria-label': t('SQL statement') }),
      Prec.highest(
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              run.current()
              return true
            },
          },
        ]),
      ),
    ],
    [tables, scheme],
  )
  return (
    <Paper style={{ overflow: 'hidden' }}>
      <CodeMirror
        value={first}
        theme={scheme}
        minHeight="140px"
        maxHeight="360px"
        extensions={extensions}
        onCreateEditor={created}
        onChange={changed}
        basicSetup={{ foldGutter: false, highlightActiveLine: false }}
        // Tab moves on, as everywhere: whoever uses the keyboard must be able to leave.
        indentWithTab={false}
      />
    </Paper>
  )
}
