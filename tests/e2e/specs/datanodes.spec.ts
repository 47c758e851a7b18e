import { expect, test } from '@playwright/test'
import { expectAccessible, keepScreenshot } from '../support/page.ts'

test('the last datanode can not be taken out of service, and the console says why', async ({
  page,
}) => {
  await page.goto('/datanodes')
  const list = page.getByRole('table', { name: 'Datanodes by host name' })
  await list.getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name: 'Datanode' })
  await panel.getByRole('button', { name: 'Take out of service…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take out of service' })
  await dialog.getByRole('combobox', { name: 'How', exact: true }).click()
  await page.getByRole('option', { name: 'For good (decommission)' }).click()
  await expect(dialog.getByRole('combobox', { name: 'For how long' })).toHaveCount(0)
  await dialog.getByLabel('Why').fill('to see what happens')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect(dialog).toHaveCount(0)
  const refused = panel.getByRole('alert')
  await expect(refused).toContainText('The last change was refused')
  await expect(refused).toContainText('No other datanode is in service')
  await expect(panel.getByRole('button', { name: 'Take out of service…' })).toBeVisible()
  await keepScreenshot(page, 'datanode-stays')
})
