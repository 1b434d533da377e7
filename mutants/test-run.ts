import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { root } from '../scripts/project.mjs'
import config from '../vitest.config.ts'
import type { Area } from './areas.ts'
import { noPlan, type Plan, type WorkerEvent } from './plan.ts'

/** The result of running a test file. */
export interface Ran {
  events: WorkerEvent[]
  /** An error outside of any trial: the first failed test's, or that of loading the file. */
  error: string | null
  /** The process was stopped because it made no progress. */
  stopped: boolean
  seconds: number
}

export interface TestRunner {
  /** Runs a test file in a process of its own. `testIds` selects tests; all by default. */
  run(file: string, plan: Partial<Plan>, testIds?: readonly string[]): Promise<Ran>
  close(): Promise<void>
}

/** Longer than any test takes, so that a slow machine is not taken for an endless loop. */
const maxQuietSeconds = 180

/** Generous, for a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 }

type TestProjectConfig = { plugins?: Plugin[]; test: { name: string } }

/**
 * Opens Vitest with the project's configuration. Every run of a file gets a new process: a reused one keeps modules and
 * their state.
 */
export async function openTestRunner(area: Area, plugin: Plugin): Promise<TestRunner> {
  const projects = (config.test?.projects ?? []) as TestProjectConfig[]
  const project = projects.find(({ test }) => test.name === area.project)
  if (!project) throw new Error(`No tests are named ${area.project} in vitest.config.ts`)
  const folder = mkdtempSync(join(tmpdir(), 'muster-mutants-'))
  const planFile = join(folder, 'plan.json')
  const events = join(folder, 'events.jsonl')
  process.env.MUSTER_MUTANT_PLAN = planFile
  const vitest = await createVitest(
    'test',
    {
      ...project.test,
      ...timeouts,
      config: false,
      root,
      run: true,
      watch: false,
      isolate: true,
      pool: 'forks',
      maxWorkers: 1,
      retry: 0,
      bail: 1,
      silent: true,
      reporters: [{}],
      runner: join(root, 'mutants/worker.ts'),
    },
    { plugins: [plugin, ...(project.plugins ?? [])], logLevel: 'error' },
  )
  await vitest.standalone()
  return {
    async run(file, plan, testIds) {
      const whole: Plan = { ...noPlan, ...plan, events }
      writeFileSync(planFile, JSON.stringify(whole))
      writeFileSync(events, '')
      return runFile(vitest, file, events, testIds)
    },
    async close() {
      await vitest.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function runFile(
  vitest: Vitest,
  file: string,
  events: string,
  testIds?: readonly string[],
): Promise<Ran> {
  const started = performance.now()
  const specification = vitest
    .getRootProject()
    .createSpecification(join(root, file), testIds ? { testIds: [...testIds] } : undefined)
  const watch = stopWhenQuiet(events)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  const stopped = watch.end()
  vitest.state.clearErrors()
  // Vitest also returns modules of earlier runs.
  const ran = testModules.find(({ moduleId }) => moduleId === join(root, file))
  const cases = ran ? [...ran.children.allTests()] : []
  const failed = cases.find((test) => test.result().state === 'failed')
  const error = failed
    ? `${failed.fullName}: ${failed.result().errors?.[0]?.message}`
    : (ran?.errors()[0]?.message ?? (unhandledErrors[0] as Error | undefined)?.message ?? null)
  if (!error && !ran?.ok()) throw new Error(`${file} neither passed nor failed: ${ran?.state()}`)
  return { events: readEvents(events), error, stopped, seconds: (performance.now() - started) / 1000 }
}

function readEvents(path: string): WorkerEvent[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** Kills the worker when its events stop coming. */
function stopWhenQuiet(events: string): { end(): boolean } {
  let stopped = false
  const timer = setInterval(() => {
    if (Date.now() - statSync(events).mtimeMs < maxQuietSeconds * 1000) return
    const worker = readEvents(events).find(({ event }) => event === 'started')
    if (stopped || worker?.event !== 'started') return
    stopped = true
    process.kill(worker.process, 'SIGKILL')
  }, 5000)
  return {
    end() {
      clearInterval(timer)
      return stopped
    },
  }
}
