import { type ESTree, parseSync } from 'vite'
import type { Edit, Mutant } from './mutant.ts'
import { operators } from './operators.ts'

type Node = ESTree.Node

/** A file's mutants without ids, and where its statements begin. */
export interface Generated {
  mutants: Omit<Mutant, 'id'>[]
  statements: Set<number>
}

/** Nodes without a run-time value, or whose text is not an expression. */
const skipped = /^(TS(?!As|NonNull|Satisfies|Instantiation)|Import|ExportAll|JSXText|JSXIdentifier)/

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function childrenOf(node: Node): Node[] {
  const values = Object.entries(node).flatMap(([key, value]) => (key === 'parent' ? [] : value))
  return values.filter(isNode)
}

/** Tells whether an expression cannot be put in parentheses here. */
function isFixed(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false
  if (parent.type === 'Property') return parent.shorthand || (parent.key === node && !parent.computed)
  if (parent.type === 'ExpressionStatement') return parent.directive != null
  return parent.type === 'JSXAttribute' || parent.type === 'TemplateElement'
}

function nameOf(node: Node): string | null {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id?.name ?? null
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null
  if (node.type === 'Property' || node.type === 'MethodDefinition')
    return node.key.type === 'Identifier' ? node.key.name : null
  return null
}

/** Returns the module-level declaration around a node, and the closest named property or constant. */
function withinOf(parents: readonly Node[]): string {
  const names = parents.map(nameOf).filter((name) => name !== null)
  return names[0] ?? 'module'
}

/** Generates every mutant of a source file. */
export function generateMutants(file: string, code: string): Generated {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`)
  const edits: (Edit & { within: string })[] = []
  const statements = new Set<number>()
  const visit = (node: Node, parents: Node[]) => {
    if (skipped.test(node.type)) return
    const parent = parents.at(-1)
    if (node.type === 'ExpressionStatement' && parent && 'body' in parent && Array.isArray(parent.body))
      statements.add(node.start)
    if (!isFixed(node, parent))
      for (const operator of operators)
        edits.push(...operator(node, code, parents).map((edit) => ({ ...edit, within: withinOf(parents) })))
    for (const child of childrenOf(node)) visit(child, [...parents, node])
  }
  visit(program, [])
  return { mutants: named(file, code, edits), statements }
}

/** Numbers equal changes of one declaration from the second on, and drops those with the same result. */
function named(file: string, code: string, edits: (Edit & { within: string })[]): Omit<Mutant, 'id'>[] {
  const times = new Map<string, number>()
  const seen = new Set<string>()
  return edits.flatMap((edit) => {
    const same = `${edit.start}:${edit.end}:${edit.text}`
    if (seen.has(same)) return []
    seen.add(same)
    const change = `${file} ${edit.within}: ${edit.was} → ${edit.becomes}`
    const time = (times.get(change) ?? 0) + 1
    times.set(change, time)
    const line = code.slice(0, edit.start).split('\n').length
    return [{ ...edit, file, line, key: time === 1 ? change : `${change} (${time})` }]
  })
}
