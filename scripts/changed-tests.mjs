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

/**
 * Returns the tests beside a changed file, those that import it themselves, and, where an endpoint's contract changed,
 * those of the server and the web for its noun. Nearly every test imports the whole server, so imports behind imports
 * would mean all of them.
 */
export function testsOfChange(changed, files, importsOf) {
  const tests = files.filter(isTest)
  const sources = changed.filter((file) => isSource(file) && !isTest(file))
  const found = new Set(changed.filter((file) => tests.includes(file)))
  const folders = new Set(sources.filter((file) => /\/src\/.+\//.test(file)).map(dirname))
  const nouns = sources.flatMap((file) => {
    const [, noun] = /^contract\/src\/([\w-]+)\.ts$/.exec(file) ?? []
    return noun ? [noun] : []
  })
  for (const test of tests) {
    const isBeside = folders.has(dirname(test)) && !/^(server|web|contract)\/src$/.test(dirname(test))
    const isOfNoun = nouns.some((noun) => new RegExp(`^(contract|server|web)/src/${noun}(/|\\.)`).test(test))
    if (isBeside || isOfNoun || importsOf(test).some((file) => sources.includes(file))) found.add(test)
  }
  // What no import shows.
  if (changed.some((file) => file.startsWith('server/migrations/')))
    found.add('server/src/database/schema.test.ts')
  return [...found].sort()
}

/** Returns the test files near what changed since `base`, without the two that take longer than all others together. */
export function findChangedTests(base = 'HEAD') {
  const files = [...git('ls-files'), ...git('ls-files', '--others', '--exclude-standard')].filter((file) =>
    existsSync(join(root, file)),
  )
  const changed = changedSince(base)
  const isLong = (file) => /\/(fuzz-)?every-endpoint\.test\.ts$/.test(file)
  return testsOfChange(changed, files, importsOf).filter((file) => !isLong(file) || changed.includes(file))
}
