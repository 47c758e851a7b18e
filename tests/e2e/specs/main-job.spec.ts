import { expect, test } from '@playwright/test'
import { runForReal } from '../support/jobs.ts'
import { logIn } from '../support/login.ts'
import { keepScreenshot } from '../support/page.ts'
import { dfs, freshName, putFiles } from '../support/warren.ts'

// The whole point of Warren: a stock client writes, the operator finds and changes it.
test.use({ storageState: { cookies: [], origins: [] } })

test('finds what the stock client wrote, and changes its owner', async ({ page }) => {
  const directory = `/e2e/${freshName('harvest')}`
  const name = `${freshName('turnips')}.csv`
  await putFiles(directory, {
    [name]: 'bed,count\n1,12\n',
    'carrots.csv': 'bed,count\n1,40\n2,38\n',
    'notes.txt': '',
  })

  await test.step('log in', () => logIn(page))

  await test.step('find the file by search', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByPlaceholder('Search names').fill(name)
    // The page keeps asking until the index has seen the change.
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByText(`${directory}/${name}`)).toBeVisible()
    await keepScreenshot(page, 'search')
  })

  await test.step('open it', async () => {
    await page.getByRole('link', { name }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details.getByRole('heading', { name })).toBeVisible()
    await expect(details.getByText('15 bytes')).toBeVisible()
    await keepScreenshot(page, 'details')
    await details.getByRole('button', { name: 'Close details' }).click()
  })

  await test.step('dry-run a change of owner on its directory', async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Change owner…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change owner' })
    await dialog.getByLabel('Owner').fill('gardener')
    await dialog.getByLabel('Group').fill('allotment')
    await keepScreenshot(page, 'job-dialog')
    await dialog.getByRole('button', { name: 'Start dry run' }).click()
    await expect(page.getByText('Nothing has changed yet')).toBeVisible()
    await keepScreenshot(page, 'dry-run')
  })
  expect(await dfs('-ls', directory), 'a dry run changes nothing').not.toContain('gardener')

  await test.step('run it', async () => {
    await runForReal(page, {
      kind: 'Change owner',
      consequence: `Changes 4 of 4 entries (3 files, 1 directory, 35 B) at and below ${directory}: owner gardener, group allotment.`,
      onQuestion: () => keepScreenshot(page, 'confirm'),
    })
    await keepScreenshot(page, 'job')
  })

  const listing = await dfs('-ls', directory)
  for (const file of [name, 'carrots.csv', 'notes.txt']) {
    expect(listing).toMatch(new RegExp(`gardener\\s+allotment\\s.*${file.replace('.', '\\.')}`))
  }
})
