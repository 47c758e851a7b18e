import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { told, warren } from './server.js'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '..')
const TSC = join(PACKAGE, 'node_modules', '.bin', 'tsc')

/** A folder in which the package is installed as npm packs it, and nothing but what it needs. */
async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'warren-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const target = join(folder, 'node_modules', '@warren', 'client')
  await mkdir(target, { recursive: true })
  await run('npm', ['run', '--silent', 'build'], { cwd: PACKAGE })
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: PACKAGE })
  const archive = join(folder, stdout.trim())
  await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1'])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name))
  // The example names Node's `process`.
  await mkdir(join(folder, 'node_modules', '@types'))
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  return folder
}

it('runs and type-checks the example of its README once it is installed', async () => {
  const folder = await installed()
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  expect(examples).toHaveLength(1)
  const wrong = `
    import { warrenClient } from '@warren/client'
    const warren = warrenClient({ url: 'http://warren.example' })
    // @ts-expect-error no kind of user
    void warren.GET('/api/v1/users', { params: { query: { kind: 'robot' } } })
    // @ts-expect-error no path of the API
    void warren.GET('/api/v1/nothing')
  `
  await writeFile(join(folder, 'example.ts'), examples[0] ?? '')
  await writeFile(join(folder, 'wrong.ts'), wrong)
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  await run(TSC, [...strict, 'example.ts', 'wrong.ts'], { cwd: folder })

  const users = [1, 2].map((id) => ({ id, etag: `"${id}"` }))
  const { url, asked } = await warren(
    told(200, { items: users, next_cursor: null }),
    told(200, users[0]),
    told(412, {
      title: 'Somebody changed it',
      code: 'changed_meanwhile',
      detail: 'Read it again.',
    }),
  )
  const env = { ...process.env, WARREN_URL: url, WARREN_TOKEN: 'wrn_secret' }
  const { stderr } = await run(process.execPath, ['example.js'], { cwd: folder, env })
  expect(stderr).toBe('Somebody changed it. Read it again.\n')
  expect(asked.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
    ['GET', undefined],
    ['PATCH', '"1"'],
    ['PATCH', '"2"'],
  ])
})
