/**
 * npm run test:mutants -- <area>: plants mistakes in the source of an area, one at a time, and runs the tests that reach
 * them. Areas are listed in areas.ts. Exits with 1 when a control fails; the score decides nothing.
 *
 *   --sample 60 --seed 7   so many mutants, drawn by the seed (100 and 1 unless told)
 *   --all                  every mutant
 *   --file <path>          only mutants of files whose path contains this
 *   --tests <path>         only tests of the area whose path contains this
 *   --survivors            only those that the last run of the area did not catch
 *   --list                 prints the mutants and runs nothing
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Plugin } from 'vite'
import { root } from '../scripts/project.mjs'
import { type Area, areas, filesOf, testsOf } from './areas.ts'
import { checkThatMutantsRun, measureTests } from './controls.ts'
import { equivalents } from './equivalents.ts'
import { type Generated, generateMutants } from './generate.ts'
import { instrument } from './instrument.ts'
import { judge } from './judge.ts'
import { type Mutant, oneLine } from './mutant.ts'
import { describeVerdict, isMissed, readSurvivors, storeSurvivors, summarise } from './results.ts'
import { sample } from './sample.ts'
import { openTestRunner } from './test-run.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    file: { type: 'string' },
    tests: { type: 'string', default: '' },
    survivors: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

interface Source {
  code: string
  generated: Generated
}

const areaName = positionals[0] ?? ''
const area = areas[areaName]
if (!area) {
  console.error(`Name one of the areas: ${Object.keys(areas).join(', ')}`)
  process.exit(1)
}

const sources = new Map(
  filesOf(area)
    .filter((file) => !options.file || file.includes(options.file))
    .map((file): [string, Source] => {
      const code = readFileSync(join(root, file), 'utf8')
      return [file, { code, generated: generateMutants(file, code) }]
    }),
)
const { mutants, equivalent, total } = chooseMutants()
if (options.list) console.log(mutants.map(describeMutant).join('\n'))
else await run(area)

function chooseMutants() {
  const survivors = options.survivors ? readSurvivors(areaName) : null
  const all = [...sources.values()].flatMap(({ generated }) => generated.mutants)
  const size = options.all || survivors ? all.length : Number(options.sample)
  const drawn = sample(all, size, Number(options.seed)).filter(({ key }) => survivors?.has(key) ?? true)
  const named = new Set(equivalents.map(({ key }) => key))
  const kept = drawn.filter(({ key }) => !named.has(key))
  return {
    mutants: kept.map((mutant, index): Mutant => ({ ...mutant, id: index + 1 })),
    equivalent: drawn.length - kept.length,
    total: all.length,
  }
}

function describeMutant({ file, line, within, was, becomes }: Mutant): string {
  return `${file}:${line} ${within}: ${oneLine(was, 70)} → ${oneLine(becomes, 70)}`
}

async function run(of: Area): Promise<void> {
  const started = performance.now()
  const since = () => (performance.now() - started) / 1000
  console.log(`${areaName}: ${mutants.length} of ${total} mutants, seed ${options.seed}`)
  const files = [...new Set(mutants.map(({ file }) => file))]
  const controls = new Map(files.map((file, index) => [file, mutants.length + 1 + index]))
  const tests = testsOf(of).filter((test) => test.includes(options.tests))
  const runner = await openTestRunner(of, plant(controls))
  try {
    const measured = await measureTests(runner, tests, console.log)
    await checkThatMutantsRun(runner, mutants, controls, measured)
    console.log(`Controls: ${since().toFixed(0)} s`)
    const verdicts = await judge(runner, mutants, measured, console.log)
    storeSurvivors(areaName, verdicts)
    console.log(`\nNot caught:\n\n${verdicts.filter(isMissed).map(describeVerdict).join('\n')}\n`)
    console.log(summarise(verdicts, equivalent, since()))
  } finally {
    await runner.close()
  }
}

/** Serves the mutated sources in place of the files. */
function plant(controls: ReadonlyMap<string, number>): Plugin {
  const planted = new Map(
    [...controls].map(([file, control]): [string, string] => {
      const { code, generated } = sources.get(file)!
      const own = mutants.filter((mutant) => mutant.file === file)
      return [join(root, file), instrument(code, own, generated.statements, control)]
    }),
  )
  return {
    name: 'mutants',
    enforce: 'pre',
    // Vitest caches transformed modules on disk by source: mutants must neither be read from nor written to that cache.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (planted.has(pathOf(id)) ? false : null))
    },
    transform(_code, id) {
      const code = planted.get(pathOf(id))
      return code === undefined ? null : { code, map: null }
    },
  }
}

/** Returns a module's path without its query. */
function pathOf(id: string): string {
  return id.replace(/\?.*/, '')
}
