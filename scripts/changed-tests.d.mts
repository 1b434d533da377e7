export function importsOf(file: string): string[]
export function testsOfChange(
  changed: readonly string[],
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): string[]
export function findChangedTests(base?: string): string[]
