/** npm test -- --changed: which test files a change can break, found in the sources in a moment. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './project.mjs'

const isTest = (file) => /\.test\.tsx?$/.test(file)
const isSource = (file) => /\.(ts|tsx|sql|css)$/.test(file)

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Files changed since `base`, committed or not, and new ones. */
function changedSince(base) {
  return [
    ...git('diff', '--name-only', '--relative', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Returns the files that a file imports or loads in a worker thread, as paths from the root. */
export function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name.startsWith('.')) return [normalize(join(dirname(file), name))]
    const shared = /^@muster\/(contract|server)\/(.+)$/.exec(name)
    return shared ? [`${shared[1]}/src/${shared[2]}`] : []
  })
}

/** Returns the noun of an endpoint's contract. */
function nounOf(file) {
  return /^contract\/src\/([\w-]+)\.ts$/.exec(file)?.[1]
}

function isOf(noun, test) {
  return new RegExp(`^(contract|server|web)/src/${noun}(/|\\.)`).test(test)
}

function memoize(ask) {
  const answers = new Map()
  return (file) => {
    if (!answers.has(file)) answers.set(file, ask(file))
    return answers.get(file)
  }
}

/** Returns a test and all it imports, directly or not. */
function reachOf(test, importsOf, isKnown) {
  const reached = new Set([test])
  for (const file of reached) for (const next of importsOf(file)) if (isKnown(next)) reached.add(next)
  return reached
}

/**
 * Returns the tests beside a changed file, those that import it themselves, and, where an endpoint's contract changed,
 * those of the server and the web for its noun. Nearly every test imports the whole server, so imports behind imports
 * would mean all of them. One that does not start a server says by its imports what it tests: if that is something else
 * in its folder, it is left out.
 */
export function testsOfChange(changed, files, importsOf) {
  const tests = files.filter(isTest)
  const sources = changed.filter((file) => isSource(file) && !isTest(file))
  const known = new Set(files)
  const imported = memoize(importsOf)
  /** Tells whether a test beside the changed files can be about them. */
  const mayTest = (test) => {
    if (!test.startsWith('server/')) return true
    const reached = reachOf(test, imported, (file) => known.has(file))
    const isOfFolder = [...reached].some((file) => file !== test && dirname(file) === dirname(test))
    return !isOfFolder || reached.has('server/src/server.ts') || sources.some((file) => reached.has(file))
  }
  const found = new Set(changed.filter((file) => tests.includes(file)))
  const folders = new Set(sources.filter((file) => /\/src\/.+\//.test(file)).map(dirname))
  const nouns = sources.flatMap((file) => nounOf(file) ?? [])
  const ofNouns = new Set(tests.filter((test) => nouns.some((noun) => isOf(noun, test))))
  // Endpoints are called by tests of anything, which say nothing about them.
  const near = ofNouns.size > 0 ? sources.filter((file) => !nounOf(file)) : sources
  for (const test of tests) {
    const isBeside = folders.has(dirname(test)) && !/^(server|web|contract)\/src$/.test(dirname(test))
    if (
      (isBeside && mayTest(test)) ||
      ofNouns.has(test) ||
      imported(test).some((file) => near.includes(file))
    )
      found.add(test)
  }
  // What no import shows.
  if (changed.some((file) => file.startsWith('server/migrations/')))
    found.add('server/src/database/schema.test.ts')
  return [...found].sort()
}

/** Tests that take longer than all others near them together. They run if they changed themselves. */
const longest =
  /\/((fuzz-)?every-endpoint|database\/follow-through-restore|imports\/(survive-kills|shared-data-import))\.test\.ts$/

/** Returns the test files near what changed since `base`. */
export function findChangedTests(base = 'HEAD') {
  const files = [...git('ls-files'), ...git('ls-files', '--others', '--exclude-standard')].filter((file) =>
    existsSync(join(root, file)),
  )
  const changed = changedSince(base)
  return testsOfChange(changed, files, importsOf).filter(
    (file) => !longest.test(file) || changed.includes(file),
  )
}
