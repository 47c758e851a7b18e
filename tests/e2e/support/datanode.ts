import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLASS_PATH, HOME } from './warren.ts'

const ADMIN_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 20_000
const HEAP_MB = 256

const run = promisify(execFile)

function java(mainClass: string, ...args: string[]): string[] {
  return [`-Xmx${HEAP_MB}m`, '-XX:+UseSerialGC', '-cp', CLASS_PATH, mainClass, ...args]
}

/** A second stock datanode of the running file system, in a folder of its own. */
export class SecondDatanode {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<SecondDatanode> {
    const folder = await mkdtemp(join(tmpdir(), 'warren-e2e-datanode-'))
    const child = spawn(
      'java',
      java(
        'io.warren.datanode.DatanodeMain',
        ...['--conf', join(HOME, 'conf'), '--data', join(folder, 'blocks')],
        ...['--hostname', '127.0.0.1', '--data-address', '127.0.0.1:0'],
        ...['--http-address', '127.0.0.1:0', '--ipc-address', '127.0.0.1:0'],
      ),
      { stdio: 'ignore' },
    )
    return new SecondDatanode(folder, child)
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve))
      this.child.kill('SIGTERM')
      const timer = setTimeout(() => this.child.kill('SIGKILL'), END_TIMEOUT_MS)
      await ended
      clearTimeout(timer)
    }
    await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * Begins to take a datanode out of service, and puts the operator's list back: the namenodes have
 * read it by then.
 *
 * @param address HOST:PORT where it moves blocks
 */
export async function decommission(address: string): Promise<void> {
  const list = join(HOME, 'conf', 'hosts.exclude')
  const before = await readFile(list, 'utf8')
  try {
    await writeFile(list, `${before}\n${address}\n`)
    await refreshNodes()
  } finally {
    await writeFile(list, before)
  }
}

async function refreshNodes(): Promise<void> {
  await run('java', java('org.apache.hadoop.hdfs.tools.DFSAdmin', '-refreshNodes'), {
    timeout: ADMIN_TIMEOUT_MS,
  })
}

/** The file in which the first datanode keeps a block. */
export async function blockFile(blockId: string): Promise<string> {
  const folder = join(HOME, 'blocks')
  const names = await readdir(folder, { recursive: true })
  const name = names.find((each) => isDataOf(each, blockId))
  if (name === undefined) throw new Error(`No file of block ${blockId} below ${folder}`)
  return join(folder, name)
}

/** Whether a path is the data of a finished replica; its checksums lie beside it. */
function isDataOf(path: string, blockId: string): boolean {
  return path.includes('/finalized/') && path.endsWith(`/blk_${blockId}`)
}

/** Changes one byte on the disk, behind the datanode's back. */
export async function flipFirstByte(file: string): Promise<void> {
  const disk = await open(file, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await disk.read(byte, 0, 1, 0)
    await disk.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, 0)
  } finally {
    await disk.close()
  }
}

/** What a file on disk holds; undefined while it is being replaced. */
export async function contentOf(blockId: string): Promise<string | undefined> {
  try {
    return await readFile(await blockFile(blockId), 'utf8')
  } catch {
    return undefined
  }
}
