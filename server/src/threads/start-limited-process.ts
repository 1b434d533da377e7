import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areReadersStale } from '../../../scripts/build.mjs'

const maxErrorLength = 20_000

/** Limits that the kernel enforces, also if this process dies meanwhile. */
interface Limits {
  heapMegabytes: number
  /**
   * All writable memory. Half a gigabyte of it is address space that V8 reserves for code and hardly uses.
   */
  maxKilobytes: number
  /** Of the processor, not of the clock. The process then ends with SIGXCPU. */
  seconds: number
  stackKilobytes?: number
}

interface Access {
  /** An open file that the process gets as its standard input. */
  input?: number
  /** Files and folders that the process may open besides its code. A name may end with an asterisk. */
  readable?: readonly string[]
  writable?: readonly string[]
  /** Whether it may load native modules of our code, which can then do what Node forbids. */
  nativeModules?: boolean
  /** How messages are copied. */
  serialization?: 'json' | 'advanced'
}

export interface LimitedProcess {
  child: ChildProcess
  /** Returns whether it ended because it used up its memory. */
  ranOutOfMemory(): boolean
}

const root = new URL('../../../', import.meta.url)
const inRoot = (path: string) => fileURLToPath(new URL(path, root))

/** What the processes of our modules may read: the code, packages and texts. */
const shared = ['texts/', 'node_modules/']
const sources = ['server/', 'contract/', ...shared].map(inRoot)
const readers = ['server/dist/readers/', 'server/package.json', ...shared].map(inRoot)

let built: boolean | undefined

/** Finds what was built of a module if that is up to date, and else the module itself, which takes longer to start. */
function codeOf(module: URL): { file: string; readable: string[] } {
  built ??= !areReadersStale()
  const file = inRoot(`server/dist/readers/${basename(module.pathname, '.ts')}.js`)
  return built && existsSync(file)
    ? { file, readable: readers }
    : { file: fileURLToPath(module), readable: sources }
}

/**
 * Starts one of our modules in a process of its own that may open nothing but its code and what is named here. A worker
 * thread would not do for files of strangers: one that runs out of memory can end the whole process. No memory is
 * dumped to the disk, as it may contain the file.
 */
export function startLimitedProcess(
  module: URL,
  { heapMegabytes, maxKilobytes, seconds, stackKilobytes }: Limits,
  { input, readable = [], writable = [], nativeModules = false, serialization = 'json' }: Access,
): LimitedProcess {
  const whole = Math.ceil(seconds)
  const code = codeOf(module)
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    ...(stackKilobytes === undefined ? [] : [`--stack-size=${stackKilobytes}`]),
    '--permission',
    ...[...code.readable, ...readable].map((path) => `--allow-fs-read=${path}`),
    ...(nativeModules ? ['--allow-addons'] : []),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    code.file,
  ]
  // A hard limit below the soft one, which is unlimited at first, would be refused.
  const limits = `ulimit -c 0; ulimit -St ${whole}; ulimit -Ht ${whole + 1}; ulimit -d ${maxKilobytes}`
  const [command, ...args] =
    process.platform === 'win32'
      ? node
      : ['/bin/sh', '-c', `{ ${limits}; } 2>/dev/null; exec "$@"`, 'sh', ...node]
  const child = spawn(command!, args, {
    env: {},
    serialization,
    // What it prints may be text of the file, so only the reason of its end is read.
    stdio: [input ?? 'ignore', 'ignore', 'pipe', 'ipc'],
  })
  let printed = ''
  const errors = child.stderr as Socket
  errors.unref()
  errors.setEncoding('latin1').on('data', (text: string) => {
    printed = (printed + text).slice(0, maxErrorLength)
  })
  return { child, ranOutOfMemory: () => tellsOutOfMemory(printed) }
}

/** Returns whether a text by which a process ended, or an error of it, says that it used up its memory. */
export function tellsOutOfMemory(printed: string): boolean {
  return /heap out of memory|process out of memory|allocation[ _]failed|failed to allocate|bad_alloc/i.test(
    printed,
  )
}
