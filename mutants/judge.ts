import { dirname } from 'node:path'
import type { MeasuredFile, MeasuredTest } from './controls.ts'
import type { Mutant } from './mutant.ts'
import type { WorkerEvent } from './plan.ts'
import type { Ran, TestRunner } from './test-run.ts'

type Result = 'caught' | 'survived' | 'timed out' | 'not reached'

export interface Verdict {
  mutant: Mutant
  result: Result
  /** The test that failed. */
  by: string | null
}

/** The time for tests of one mutant, the nearest first; the rest does not run. */
const maxSeconds = 60

/** How many test files run whole, in a process of their own, for a mutant whose tests cannot be repeated. */
const maxWholeFiles = 3

type Log = (line: string) => void

/** Runs the tests that reach each mutant, file by file, until one fails. */
export async function judge(
  runner: TestRunner,
  mutants: readonly Mutant[],
  measured: readonly MeasuredFile[],
  log: Log,
): Promise<Verdict[]> {
  const verdicts = new Map<number, Verdict>()
  const settle = (mutant: Mutant, result: Result, by: string | null = null) => {
    verdicts.set(mutant.id, { mutant, result, by })
    log(`${result} ${mutant.key}${by ? `\n    by ${by}` : ''}`)
  }
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
  const isOpen = (id: number) => !verdicts.has(id)
  const chosen = new Map(mutants.map((mutant) => [mutant.id, chooseTests(mutant, measured)]))
  for (const file of nearestFirst(mutants, measured)) {
    const trials = new Trials(file.tests, mutants, (test, id) => isOpen(id) && chosen.get(id)!.has(test))
    await trials.run(runner, file, (id, result, by) => settle(byId.get(id)!, result, by))
  }
  for (const mutant of mutants) {
    const files = measured.filter((file) => needsWholeFile(file, mutant.id))
    const near = nearestFirst([mutant], files).slice(0, maxWholeFiles)
    for (const { file } of near) {
      if (!isOpen(mutant.id)) continue
      const ran = await failsTwice(runner, file, mutant.id)
      if (ran?.stopped) settle(mutant, 'timed out')
      else if (ran) settle(mutant, 'caught', `${file}: ${ran.error}`)
    }
    if (!isOpen(mutant.id)) continue
    settle(mutant, near.length > 0 || chosen.get(mutant.id)!.size > 0 ? 'survived' : 'not reached')
  }
  return mutants.map(({ id }) => verdicts.get(id)!)
}

/** Confirms a failure by a second run, as a busy machine may cause one. */
async function failsTwice(runner: TestRunner, file: string, mutant: number): Promise<Ran | null> {
  const first = await runner.run(file, { active: mutant })
  if (!first.error && !first.stopped) return null
  const second = await runner.run(file, { active: mutant })
  return second.error || second.stopped ? second : null
}

/** The code runs before any test, or in a test that cannot be repeated. */
function needsWholeFile({ around, tests }: MeasuredFile, id: number): boolean {
  return around.has(id) || tests.some(({ reached, repeatable }) => !repeatable && reached.has(id))
}

function nearestFirst(mutants: readonly Mutant[], files: readonly MeasuredFile[]): MeasuredFile[] {
  const folders = new Set(mutants.map(({ file }) => dirname(file)))
  const isFar = ({ file }: MeasuredFile) => Number(!folders.has(dirname(file)))
  return files.toSorted((a, b) => isFar(a) - isFar(b) || a.seconds - b.seconds)
}

function chooseTests(mutant: Mutant, measured: readonly MeasuredFile[]): ReadonlySet<MeasuredTest> {
  const chosen = new Set<MeasuredTest>()
  let seconds = 0
  for (const { tests } of nearestFirst([mutant], measured))
    for (const test of tests.toSorted((a, b) => a.seconds - b.seconds)) {
      if (!test.repeatable || !test.reached.has(mutant.id)) continue
      seconds += test.seconds
      if (chosen.size > 0 && seconds > maxSeconds) return chosen
      chosen.add(test)
    }
  return chosen
}

type Settle = (id: number, result: Result, by: string | null) => void

/** Tracks which mutants each test of a file must still run with. */
class Trials {
  private readonly waiting: Map<MeasuredTest, Set<number>>
  /** Some tests of the file fail without earlier ones. */
  private needsAll = false
  /** Failed in a process that was then spoiled; to be retried in one of its own. */
  private suspect: { test: string; mutant: number } | null = null

  constructor(
    tests: readonly MeasuredTest[],
    mutants: readonly Mutant[],
    wants: (test: MeasuredTest, id: number) => boolean,
  ) {
    const idsFor = (test: MeasuredTest) => mutants.map(({ id }) => id).filter((id) => wants(test, id))
    this.waiting = new Map(tests.map((test) => [test, new Set(idsFor(test))]))
  }

  private left(): [MeasuredTest, Set<number>][] {
    return [...this.waiting].filter(([, ids]) => ids.size > 0)
  }

  async run(runner: TestRunner, file: MeasuredFile, settle: Settle): Promise<void> {
    for (let left = this.left(); left.length > 0; left = this.left()) {
      const alone = this.suspect
      this.suspect = null
      const repeated = alone
        ? { [alone.test]: [alone.mutant] }
        : Object.fromEntries(left.map(([{ id }, ids]) => [id, [...ids]]))
      const testIds = this.needsAll ? undefined : Object.keys(repeated)
      const ran = await runner.run(file.file, { repeated }, testIds)
      const progress = this.take(file, ran, settle)
      if (alone) this.remove(alone.test, alone.mutant)
      if (alone) this.suspect = null
      if (alone || progress || this.suspect) continue
      if (this.needsAll) for (const [test] of left.slice(0, 1)) this.waiting.delete(test)
      this.needsAll = true
    }
  }

  /** Records results. Returns whether there were any. */
  private take(file: MeasuredFile, { events, stopped }: Ran, settle: Settle): boolean {
    let trying: { test: string; mutant: number } | null = null
    let progress = false
    for (const event of events) {
      if (event.event === 'trying') trying = event
      if (event.event !== 'passed' && event.event !== 'failed' && event.event !== 'spoiled') continue
      trying = null
      if (event.event === 'spoiled') {
        this.suspect = event.mutant > 0 ? event : null
        continue
      }
      progress = true
      this.note(file, event, settle)
    }
    if (!trying) return progress
    this.drop(trying.mutant)
    settle(trying.mutant, stopped ? 'timed out' : 'caught', `${file.file}: the process ended`)
    return true
  }

  private note(
    file: MeasuredFile,
    event: Extract<WorkerEvent, { event: 'passed' | 'failed' }>,
    settle: Settle,
  ): void {
    if (event.event === 'failed') {
      if (this.drop(event.mutant)) settle(event.mutant, 'caught', `${file.file}: ${event.name}`)
      return
    }
    this.remove(event.test, event.mutant)
  }

  private remove(testId: string, mutant: number): void {
    for (const [test, ids] of this.waiting) if (test.id === testId) ids.delete(mutant)
  }

  /** Removes a mutant from the whole file. Returns whether it was still pending. */
  private drop(mutant: number): boolean {
    return [...this.waiting.values()].filter((ids) => ids.delete(mutant)).length > 0
  }
}
