/**
 * npm test: runs every check and every test, to the end even after failures.
 *
 *   npm test                     everything
 *   npm test -- move-app e2e/    only the test files whose path contains one of the words, without the checks
 *   npm test -- --changed [ref]  only what changes since a commit, HEAD unless named, can break
 *   npm run test:full            everything, and every combination that npm test draws from
 *
 * The last line counts each check as one and each test as one. Exits with 1 when anything failed or nothing ran.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, hasWebApp, isWebBuildStale } from './build.mjs'
import { findChangedTests } from './changed-tests.mjs'
import { findChromium } from './find-chromium.mjs'
import { installMissing } from './install-missing.mjs'
import { runPinned, seconds, toolPath } from './project.mjs'

const filters = process.argv.slice(2)
if (filters.includes('--full')) {
  filters.splice(filters.indexOf('--full'), 1)
  process.env.MUSTER_TEST_FULL = 'yes'
}
if (filters[0] === '--changed') {
  const tests = findChangedTests(filters[1])
  if (tests.length === 0) {
    console.log('No test is near what changed\n0 passed, 0 failed')
    process.exit(0)
  }
  filters.splice(0, filters.length, ...tests)
}
const count = { passed: 0, failed: 0, skipped: 0 }

try {
  installMissing()
} catch (error) {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

if (filters.length === 0) {
  // The longest first: two run at a time.
  const checks = [
    ['types of contract, server and clients', node(toolPath('typescript', 'tsc'), '-p', 'tsconfig.json')],
    ['types of web', node(toolPath('typescript', 'tsc'), '-p', 'web/tsconfig.json')],
    ...(hasWebApp() ? [['web build', buildWeb]] : []),
    ['texts as in the source', lingui('check', 'sync', '--clean', '--verbose')],
    ['format and lint', node(toolPath('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.')],
    ['unused code', node(toolPath('knip'), '--no-progress')],
    ['generated types', node('server/scripts/generate-types.ts', '--verify')],
    ['texts in every language', lingui('check', 'missing', '--mode', 'catalog', '--verbose')],
    ['lock file', node('scripts/check-lock.mjs')],
  ]
  await Promise.all(Array.from({ length: 2 }, () => runChecks(checks)))
  if (hasWebApp()) await check('first load', node('scripts/check-bundle.mjs'))
} else if (hasWebApp() && isWebBuildStale()) {
  await check('web build', buildWeb)
}
await runTests()

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = count.failed > 0 ? 1 : 0

function node(...args) {
  return (options) => runPinned(args, options)
}

function lingui(...args) {
  return node(toolPath('@lingui/cli', 'lingui'), ...args)
}

/** Runs one check after another until none is left. Several of these share the list. */
async function runChecks(checks) {
  for (let next = checks.shift(); next; next = checks.shift()) await check(...next)
}

/** Runs a check with an output of its own, which is printed when it ends. */
async function check(name, run) {
  const started = Date.now()
  const output = []
  const onOutput = (chunk) => output.push(chunk)
  const passed = (await run({ onOutput })) === 0
  count[passed ? 'passed' : 'failed'] += 1
  console.log(`\n▸ ${name}`)
  process.stdout.write(Buffer.concat(output))
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds(started)})`)
}

async function runTests() {
  const started = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'))
  const report = join(folder, 'vitest.json')
  console.log('\n▸ tests')
  try {
    const code = await runPinned(
      [
        toolPath('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        '--reporter=./server/src/security/proof-reporter.ts',
        `--outputFile.json=${report}`,
        ...filters,
      ],
      { env: { ...process.env, ...chromiumPath() } },
    )
    const { passed, failed, skipped } = readReport(report)
    count.passed += passed
    count.skipped += skipped
    // Vitest also fails without a failed test: when a file does not load, a promise stays rejected or nothing ran.
    count.failed += failed === 0 && (code !== 0 || passed === 0) ? 1 : failed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`tests (${seconds(started)})`)
}

/** The browser tests report what is missing themselves; here it must not stop the others. */
function chromiumPath() {
  try {
    const install = filters.length === 0 || filters.some((filter) => /e2e|browser/.test(filter))
    return { CHROMIUM_PATH: findChromium({ install }) }
  } catch (error) {
    console.error(error.message)
    return {}
  }
}

function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 0, skipped: 0 }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const filesWithoutTests = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesWithoutTests.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}
