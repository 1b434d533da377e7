import { readdirSync, readFileSync } from 'node:fs'

const contractFolder = new URL('.', import.meta.resolve('@muster/contract/endpoint.ts'))

const documented = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = endpoint\(/gm

function plainText(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
}

/** Returns the contract's comment on each endpoint, by its name. */
export function readDescriptions(): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>()
  for (const file of readdirSync(contractFolder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const source = readFileSync(new URL(file, contractFolder), 'utf8')
    for (const [, comment, name] of source.matchAll(documented)) descriptions.set(name!, plainText(comment!))
  }
  return descriptions
}
