import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  expectBothSchemesAccessible,
  expectLoaded,
  keepScreenshot,
  visit,
} from '../support/page.ts'
import { freshName } from '../support/warren.ts'

const FIRST = 'a first long password'
const SECOND = 'another long password'

/** A browser of somebody else, who is not logged in yet. */
async function stranger(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  return context.newPage()
}

async function enter(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function addViewer(page: Page, name: string): Promise<void> {
  await page.goto('/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('User name').fill(name)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(FIRST)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog).toBeHidden()
}

test('a viewer is added, changes the password, and is put out', async ({ page, browser }) => {
  const name = freshName('vera')
  await addViewer(page, name)

  const other = await stranger(browser)
  await enter(other, name, FIRST)
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Users', exact: true })).toBeHidden()
  await other.goto('/account')
  await expect(other.getByText('This browser', { exact: true })).toBeVisible()
  await other.getByLabel('Current password').fill('not this one')
  await other.getByLabel('New password', { exact: true }).fill(SECOND)
  await other.getByLabel('New password again').fill(SECOND)
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other.getByText('This is not your password.')).toBeVisible()
  await other.getByLabel('Current password').fill(FIRST)
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other.getByText('Your other sessions have ended.')).toBeVisible()
  await expect(other.getByText('This browser', { exact: true })).toBeVisible()
  await keepScreenshot(other, 'account')

  await page.goto(`/users?name=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Sessions…' }).click()
  const dialog = page.getByRole('dialog', { name: `Where ${name} is logged in` })
  await keepScreenshot(page, 'users-sessions')
  await dialog.getByRole('button', { name: /^End session of/ }).click()
  await dialog.getByRole('button', { name: 'End session', exact: true }).click()
  await expect(dialog.getByText('Logged in nowhere')).toBeVisible()

  await other.reload()
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
  await enter(other, name, FIRST)
  await expect(other.getByText('Wrong user name or password')).toBeVisible()
  await enter(other, name, SECOND)
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await page.goto(`/users?name=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await page.getByRole('button', { name: 'Deactivate user' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('inactive')
  await other.reload()
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
  await other.context().close()
})

test('a role is made, given below a path, and holds there alone', async ({ page, browser }) => {
  const name = freshName('keep')
  const role = freshName('keeper')
  await addViewer(page, name)
  await page.goto('/users?tab=roles')
  await page.getByRole('button', { name: 'New role' }).click()
  const editor = page.getByRole('dialog', { name: 'New role' })
  await editor.getByLabel('Name', { exact: true }).fill(role)
  await editor.getByLabel('Set and clear quotas.').check()
  await editor.getByRole('button', { name: 'Add role' }).click()
  await expect(page.getByRole('row', { name: new RegExp(role) })).toContainText('set quotas')

  await page.goto(`/users?name=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Further roles…' }).click()
  const dialog = page.getByRole('dialog', { name: `Further roles of ${name}` })
  await dialog.getByRole('button', { name: 'Add a role' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
  await dialog.getByLabel('Only at and below').fill('/projects/alpha')
  await keepScreenshot(page, 'further-roles')
  await dialog.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(
    `${role} below /projects/alpha`,
  )

  const other = await stranger(browser)
  await enter(other, name, FIRST)
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await other.goto('/account')
  await expect(other.getByText('What you may do below some paths')).toBeVisible()
  await expect(other.getByText('/projects/alpha')).toBeVisible()
  await other.context().close()

  await page.goto('/users?tab=roles')
  await page.getByRole('button', { name: `Actions for ${role}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete role' }).click()
  await expect(page.getByText('The role is given to somebody')).toBeVisible()
})

test('a program gets an account and a token', async ({ page, request }) => {
  const name = freshName('etl')
  await page.goto('/users?tab=service')
  await page.getByRole('button', { name: 'New service account' }).click()
  const dialog = page.getByRole('dialog', { name: 'New service account' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add service account' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'New token…' }).click()
  await page.getByLabel('What it is for').fill('nightly')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = await page.getByText(/^warren_/).textContent()
  const told = await request.get('/api/v1/auth/me', {
    headers: { Authorization: `Bearer ${secret}` },
  })
  expect((await told.json()).username).toBe(name)
})

/** Looked at by one browser, which has the console's code after the first. */
const PEOPLE_PAGES = [
  { name: 'users', address: '/users', shows: 'New user' },
  { name: 'new-user', address: '/users?open=create', shows: 'Name in HDFS' },
  { name: 'no-users', address: '/users?name=nobody', shows: 'Nothing matches' },
  { name: 'services', address: '/users?tab=service', shows: 'New service account' },
  { name: 'new-service', address: '/users?tab=service&open=create', shows: 'Owner' },
  { name: 'roles', address: '/users?tab=roles', shows: 'built in' },
  { name: 'new-role', address: '/users?tab=roles&open=create', shows: 'Move to the trash.' },
  { name: 'groups', address: '/users?tab=groups', shows: 'New role of a group' },
  { name: 'new-group', address: '/users?tab=groups&open=create', shows: 'Only at and below' },
  { name: 'own-account', address: '/account', shows: 'This browser' },
] as const

test('fit and have no barriers, narrow or wide, light or dark', async ({ page }) => {
  test.setTimeout(420_000)
  for (const { name, address, shows } of PEOPLE_PAGES) {
    await test.step(name, async () => {
      await visit(page, address)
      // The page follows its window and the system's scheme while it is open.
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
        await expectLoaded(page)
        await expectBothSchemesAccessible(page, `${name}-${width}`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(width)
      }
    })
  }
})
