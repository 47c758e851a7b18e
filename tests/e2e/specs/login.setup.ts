import { test as setup } from '@playwright/test'
import { logIn, SESSION_FILE } from '../support/login.ts'

setup('log in', async ({ page }) => {
  await logIn(page)
  await page.context().storageState({ path: SESSION_FILE })
})
