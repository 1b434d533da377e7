import type { Mutant } from './mutant.ts'
import type { WorkerEvent } from './plan.ts'
import type { Ran, TestRunner } from './test-run.ts'

/** A test that passes without a mutant. */
export interface MeasuredTest {
  id: string
  name: string
  seconds: number
  /** The mutants whose code it runs. */
  reached: ReadonlySet<number>
  /** It passes again when repeated. */
  repeatable: boolean
}

export interface MeasuredFile {
  file: string
  seconds: number
  tests: MeasuredTest[]
  /** Mutants whose code ran outside of tests: while modules loaded, or in `beforeAll`. */
  around: ReadonlySet<number>
}

/** Runs every test file without a mutant; failing tests are excluded. */
export async function measureTests(
  runner: TestRunner,
  files: readonly string[],
  log: (line: string) => void,
): Promise<MeasuredFile[]> {
  const measured: MeasuredFile[] = []
  for (const file of files) {
    const ran = await passing(runner, file, log)
    const result = describeFile(file, ran)
    const repeatable = result.tests.filter((test) => test.repeatable).length
    log(`  ${file}: ${repeatable} of ${result.tests.length} tests repeatable, ${ran.seconds.toFixed(1)} s`)
    measured.push(result)
  }
  return measured
}

/** The retry is for a busy machine. */
async function passing(runner: TestRunner, file: string, log: (line: string) => void): Promise<Ran> {
  for (let tries = 0; tries < 2; tries += 1) {
    const ran = await runner.run(file, { twice: true })
    if (!ran.error && !ran.stopped) return ran
    log(`  ${file} fails: ${ran.error}`)
  }
  throw new Error(`${file} fails without any mutant. Fix it first.`)
}

type RanEvent = Extract<WorkerEvent, { event: 'ran' }>

function describeFile(file: string, { events, seconds }: Ran): MeasuredFile {
  const ran = events.filter((event): event is RanEvent => event.event === 'ran')
  const tests = Map.groupBy(ran, ({ test }) => test)
  return {
    file,
    seconds,
    around: new Set(ran.flatMap(({ around }) => around)),
    tests: [...tests].map(([id, runs]) => ({
      id,
      name: runs[0]!.name,
      seconds: Math.max(...runs.map((run) => run.seconds)),
      reached: new Set(runs.flatMap(({ reached }) => reached)),
      repeatable: runs.at(-1)!.repeatable,
    })),
  }
}

/**
 * Makes each source file throw when it loads. A test file that reaches it must fail then; else mutants would survive
 * because the tests load something other than the mutated source.
 */
export async function checkThatMutantsRun(
  runner: TestRunner,
  mutants: readonly Mutant[],
  controls: ReadonlyMap<string, number>,
  measured: readonly MeasuredFile[],
): Promise<void> {
  for (const [file, control] of controls) {
    const ids = mutants.filter((mutant) => mutant.file === file).map(({ id }) => id)
    const test = measured.find(({ around, tests }) =>
      ids.some((id) => around.has(id) || tests.some(({ reached }) => reached.has(id))),
    )
    if (!test) continue
    const { error } = await runner.run(test.file, { active: control })
    if (!error) throw new Error(`${test.file} passes although ${file} throws when it loads`)
  }
}
