import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { findUnproven, loadProofs, pages } from './proofs.ts'

/** Fails a run in which a test that the security pages name was skipped or no longer exists. */
export default class ProofReporter implements Reporter {
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], reason: string): void {
    if (this.#isFiltered || reason !== 'passed') return
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: module.moduleId,
        name: test.fullName,
        passed: test.result().state === 'passed',
      })),
    )
    const unproven = Object.values(pages).flatMap((page) => findUnproven(loadProofs(page), tests))
    if (unproven.length === 0) return
    process.exitCode = 1
    console.error('Named by docs/security.md or docs/asvs.md, but not run and passed:')
    for (const { name, files } of unproven) console.error(`  ${name} (${files.join(', ')})`)
  }
}
