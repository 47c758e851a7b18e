import type { Locator } from '@playwright/test'

/** Has a statement stand in the SQL editor, instead of whatever stood there. */
export async function writeStatement(editor: Locator, statement: string): Promise<void> {
  await emptyEditor(editor)
  await editor.page().keyboard.insertText(statement)
}

/** Not by `fill`: what that selects before the editor listens is not selected in the editor. */
export async function emptyEditor(editor: Locator): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.press('Delete')
}
