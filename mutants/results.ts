import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import type { Verdict } from './judge.ts'

const folder = join(root, 'node_modules/.cache/mutants')

function pathOf(area: string): string {
  return join(folder, `${area}.json`)
}

/** Stored between runs, for `--survivors`. */
export function storeSurvivors(area: string, verdicts: readonly Verdict[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(pathOf(area), JSON.stringify(verdicts.filter(isMissed).map(({ mutant }) => mutant.key)))
}

export function readSurvivors(area: string): ReadonlySet<string> {
  return new Set(JSON.parse(readFileSync(pathOf(area), 'utf8')) as string[])
}

export function isMissed({ result }: Verdict): boolean {
  return result === 'survived' || result === 'not reached'
}

export function describeVerdict({ mutant, result }: Verdict): string {
  const { file, line, within, was, becomes } = mutant
  return `${result} ${file}:${line} ${within}\n    was      ${was}\n    becomes  ${becomes}`
}

/** Returns the summary of a run: mutants by result, and the share caught. */
export function summarise(verdicts: readonly Verdict[], equivalent: number, seconds: number): string {
  const count = (result: Verdict['result']) => verdicts.filter((each) => each.result === result).length
  const caught = verdicts.filter((each) => !isMissed(each)).length
  const score = verdicts.length === 0 ? 0 : (100 * caught) / verdicts.length
  return [
    `${verdicts.length} mutants: ${count('caught')} caught, ${count('timed out')} timed out, ` +
      `${count('survived')} survived, ${count('not reached')} not reached, ${equivalent} equivalent`,
    `Score ${score.toFixed(0)} %, ${(seconds / Math.max(1, verdicts.length)).toFixed(1)} s a mutant`,
  ].join('\n')
}
