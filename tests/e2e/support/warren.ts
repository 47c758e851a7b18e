import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
/** The data folder of the running Warren. */
export const HOME = resolve(REPOSITORY, process.env.WARREN_HOME ?? 'var')

/** What Hadoop's own mains need to find the running file system. */
export const CLASS_PATH = [
  join(HOME, 'conf'),
  join(REPOSITORY, 'fs-core', 'dist', 'target', 'lib', '*'),
].join(':')

const CLIENT_TIMEOUT_MS = 90_000
const SAID_CHARACTERS_MAX = 2_000

const run = promisify(execFile)

export function consoleUrl(): string {
  return process.env.WARREN_CONSOLE_URL ?? 'http://127.0.0.1:8000'
}

/** The password of the console's first user, as `make run` left it. */
export async function adminPassword(): Promise<string> {
  const given = process.env.WARREN_CONSOLE_PASSWORD
  if (given) return given.trim()
  return (await readFile(join(HOME, 'secrets', 'console-password'), 'utf8')).trim()
}

/** Runs Hadoop's stock file shell against the cluster; answers what it printed. */
export function dfs(...args: string[]): Promise<string> {
  const url = process.env.WARREN_TEST_SHELL_URL
  return url ? keptShell(url, args) : warren('dfs', ...args)
}

/** The same in the process that `make test` keeps for it. */
async function keptShell(url: string, args: string[]): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.WARREN_TEST_SHELL_TOKEN}` },
    body: JSON.stringify({ user: userInfo().username, arguments: args }),
    signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`dfs ${args[0]}: the tests' file shell answers ${answer.status}`)
  const told: { code: number; out: string; err: string } = await answer.json()
  if (told.code !== 0) throw failed('dfs', args, Buffer.from(told.err, 'base64').toString())
  return Buffer.from(told.out, 'base64').toString()
}

function failed(command: string, args: string[], said: string): Error {
  // The shell's own words: thousands of arguments would bury them.
  return new Error(`${command} ${args[0]} failed: ${said.trim().slice(0, SAID_CHARACTERS_MAX)}`)
}

/** Ends or starts a namenode: crash leaves its membership to time out, as a kill does. */
export async function namenode(action: 'stop' | 'crash' | 'start', name: string): Promise<void> {
  await warren('namenode', action, name)
}

async function warren(command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(join(REPOSITORY, 'bin', 'warren'), [command, ...args], {
      cwd: REPOSITORY,
      timeout: CLIENT_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw failed(command, args, said)
  }
}

/** Sets the storage policy of a directory; `DB` needs a limit of small files above 0. */
export async function setStoragePolicy(directory: string, policy: string): Promise<void> {
  await warren(
    'hdfs-class',
    'org.apache.hadoop.hdfs.tools.StoragePolicyAdmin',
    ...['-setStoragePolicy', '-path', directory, '-policy', policy],
  )
}

/** Writes files with the stock client into a directory that it makes. */
export function putFiles(directory: string, files: Record<string, string>): Promise<void> {
  return put(directory, files)
}

/** Writes files with Warren's own client, which sends the bytes of small ones with their close. */
export function putSmallFiles(directory: string, files: Record<string, string>): Promise<void> {
  return put(directory, files, '-D', 'fs.hdfs.impl=io.warren.client.WarrenFileSystem')
}

async function put(
  directory: string,
  files: Record<string, string>,
  ...settings: string[]
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'warren-e2e-'))
  try {
    const locals: string[] = []
    for (const [name, content] of Object.entries(files)) {
      locals.push(join(folder, name))
      await writeFile(join(folder, name), content)
    }
    await dfs('-mkdir', '-p', directory)
    await dfs(...settings, '-put', ...locals, directory)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A name that no earlier run used. */
export function freshName(prefix: string): string {
  return `${prefix}-${Date.now().toString(36)}`
}
