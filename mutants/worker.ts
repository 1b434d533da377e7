import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest'
import type { Plan, WorkerEvent } from './plan.ts'

const plan: Plan = JSON.parse(readFileSync(process.env.MUSTER_MUTANT_PLAN!, 'utf8'))
let active = plan.active
let reached = new Set<number>()

/** The switch that every mutated source calls; see instrument.ts. */
Object.assign(globalThis, {
  __mutant: (id: number) => {
    reached.add(id)
    return id === active
  },
})

/** Only one test runs, with one mutant. */
const isAlone = Object.values(plan.repeated).flat().length === 1

function report(event: WorkerEvent): void {
  appendFileSync(plan.events, `${JSON.stringify(event)}\n`)
}

function takeReached(): number[] {
  const ids = [...reached]
  reached = new Set()
  return ids
}

report({ event: 'started', process: process.pid })

interface Trial {
  waiting: number[]
  /** Whether the test passed without a mutant in its last run; null before its first. */
  clean: boolean | null
  /** Failed; to be confirmed by a run without the mutant. */
  suspect: { mutant: number; error: string; wasClean: boolean } | null
}

/**
 * Repeats each test of the plan with one mutant after another, in a process that keeps its modules and server. A
 * failure counts when the test passes again right after without the mutant. Otherwise the mutant or the repetitions
 * left something behind; then the failure counts only in a process of its own, after a run that passed.
 */
export default class MutantRunner extends TestRunner {
  private trial: Trial | null = null
  private spoiled = false
  private started = 0
  private around: number[] = []

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test as never)
    const mutants = plan.repeated[test.id]
    this.trial = mutants ? { waiting: [...mutants], clean: null, suspect: null } : null
    if (this.trial && this.spoiled) test.mode = 'skip'
    if (plan.twice) test.repeats = 1
    if (mutants) test.repeats = 2 * mutants.length
    this.around = takeReached()
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test as never, options as never)
    this.started = performance.now()
    takeReached()
    active = this.nextMutant()
    if (active > 0) report({ event: 'trying', test: test.id, mutant: active })
  }

  /** The first run of a trial has no mutant, nor has the one after a failure. */
  private nextMutant(): number {
    if (!this.trial) return plan.active
    if (this.trial.clean === null || this.trial.suspect) return 0
    return this.trial.waiting[0] ?? 0
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test as never, options as never)
    const result = test.result!
    const error = result.state === 'fail' ? (result.errors?.[0]?.message ?? 'failed') : null
    if (plan.twice) this.measure(test, error, options.repeats)
    else if (this.trial) this.decide(test, error)
    else if (active > 0) this.note(test, active, error)
    if (!this.trial && !(plan.twice && options.repeats > 0)) return
    result.state = 'pass'
    delete result.errors
    if (this.trial && (this.spoiled || (this.trial.waiting.length === 0 && !this.trial.suspect)))
      result.state = 'skip'
  }

  private measure(test: RunnerTestCase, error: string | null, repeats: number): void {
    const seconds = (performance.now() - this.started) / 1000
    const ran = { event: 'ran' as const, test: test.id, name: nameOf(test), seconds, around: this.around }
    if (repeats === 0 && error === null) report({ ...ran, reached: takeReached(), repeatable: false })
    if (repeats === 1) report({ ...ran, reached: takeReached(), repeatable: error === null })
  }

  private decide(test: RunnerTestCase, error: string | null): void {
    const trial = this.trial!
    if (active > 0) {
      trial.waiting.shift()
      if (error === null) this.note(test, active, null)
      else trial.suspect = { mutant: active, error, wasClean: trial.clean === true }
      trial.clean = false
      return
    }
    const { suspect } = trial
    trial.suspect = null
    trial.clean = error === null
    if (suspect && (trial.clean || (suspect.wasClean && isAlone)))
      this.note(test, suspect.mutant, suspect.error)
    if (trial.clean) return
    this.spoiled = true
    report({ event: 'spoiled', test: test.id, mutant: suspect?.mutant ?? 0 })
  }

  private note(test: RunnerTestCase, mutant: number, error: string | null): void {
    if (error === null) report({ event: 'passed', test: test.id, mutant, reached: reached.has(mutant) })
    else report({ event: 'failed', test: test.id, name: nameOf(test), mutant, error })
  }
}

function nameOf(test: RunnerTestCase): string {
  const suites: string[] = []
  for (let suite = test.suite; suite; suite = suite.suite) if (suite.name) suites.unshift(suite.name)
  return [...suites, test.name].join(' > ')
}
