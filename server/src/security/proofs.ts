import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A test that a page names as proof of a statement, and the files it may be in. */
export interface Proof {
  name: string
  files: string[]
}

/** A test's result. `name` includes its suites. */
export interface Ran {
  file: string
  name: string
  passed: boolean
}

const page = (name: string) => new URL(`../../../docs/${name}.md`, import.meta.url)

export const pages = { security: page('security'), asvs: page('asvs') }

/** Returns the test names in a text, and the test files it links to, directly or by the page's link definitions. */
function proofsIn(text: string, from: URL, definitions: ReadonlyMap<string, string>): Proof[] {
  const direct = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)
  const named = [...text.matchAll(/\[([\w-]+)\](?!\()/g)].map(([, name]) => definitions.get(name!)!)
  const files = [...direct, ...named]
    .map((path) => fileURLToPath(new URL(path, from)))
    .filter((path) => path.endsWith('.test.ts'))
  const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  return names.filter((name) => files.length > 0 && !name.startsWith('npx ')).map((name) => ({ name, files }))
}

/** Returns every test that a security page names. */
export function loadProofs(from: URL): Proof[] {
  const text = readFileSync(from, 'utf8')
  const definitions = new Map(
    [...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, name, path]) => [name!, path!]),
  )
  return text
    .split('\n')
    .filter((line) => /^\| (\*\*|\d)/.test(line))
    .flatMap((line) => proofsIn(line.split(' | ').at(-1)!, from, definitions))
}

/** Returns the pattern of a name in a test file, whose placeholders match any value. */
function asPattern(name: string): RegExp {
  const parts = name.split(/%[sdifjo#$]|\$\w+|\$\{[^}]*\}/).map((part) => RegExp.escape(part))
  return new RegExp(parts.join('.*'), 's')
}

/**
 * Returns the proofs without a test of the name that ran and passed. Proofs whose files were not all part of the run
 * are left out.
 */
export function findUnproven(proofs: readonly Proof[], tests: readonly Ran[]): Proof[] {
  const byFile = Map.groupBy(tests, ({ file }) => file)
  return proofs.filter(({ name, files }) => {
    if (!files.every((file) => byFile.has(file))) return false
    const pattern = asPattern(name)
    return !files.some((file) => byFile.get(file)!.some((test) => test.passed && pattern.test(test.name)))
  })
}
