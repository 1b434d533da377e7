import type { ESTree } from 'vite'
import { type Edit, oneLine } from './mutant.ts'
import { sqlChanges } from './sql-clauses.ts'

type Node = ESTree.Node
export type Operator = (node: Node, code: string, parents: readonly Node[]) => Edit[]

function replace(node: Node, code: string, text: string): Edit {
  const was = code.slice(node.start, node.end)
  return { start: node.start, end: node.end, text, was: oneLine(was), becomes: oneLine(text) }
}

const comparisons: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}

function isText({ type, ...node }: Node): boolean {
  return (
    type === 'TemplateLiteral' || (type === 'Literal' && 'value' in node && typeof node.value === 'string')
  )
}

const binary: Operator = (node, code) => {
  if (node.type !== 'BinaryExpression') return []
  const left = code.slice(node.left.start, node.left.end)
  const right = code.slice(node.right.start, node.right.end)
  const isSum = node.operator === '+' && ![node.left, node.right].some(isText)
  const by = isSum ? '-' : comparisons[node.operator]
  return by ? [replace(node, code, `${left} ${by} ${right}`)] : []
}

/** Keeps one side of `a && b`, `a || b` and `a ?? b`: a missing condition or default. */
const logical: Operator = (node, code) => {
  if (node.type !== 'LogicalExpression') return []
  return [node.left, node.right].map((side) => replace(node, code, code.slice(side.start, side.end)))
}

const not: Operator = (node, code) =>
  node.type === 'UnaryExpression' && node.operator === '!'
    ? [replace(node, code, code.slice(node.argument.start, node.argument.end))]
    : []

/** Makes an `if` always or never run. A guard that lets everything pass is the latter. */
const condition: Operator = (node, code) => {
  if (node.type === 'IfStatement') return ['false', 'true'].map((by) => replace(node.test, code, by))
  if (node.type !== 'ConditionalExpression') return []
  return [node.consequent, node.alternate].map((side) =>
    replace(node, code, code.slice(side.start, side.end)),
  )
}

/** Small numbers are counts, where one more matters; large ones are sizes and durations. */
const number: Operator = (node, code, parents) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return []
  const parent = parents.at(-1)
  if (parent && 'key' in parent && parent.key === node) return []
  return [replace(node, code, String(node.value <= 10 ? node.value + 1 : node.value * 2))]
}

const truth: Operator = (node, code) =>
  node.type === 'Literal' && typeof node.value === 'boolean' ? [replace(node, code, String(!node.value))] : []

const pattern: Operator = (node, code) => {
  if (node.type !== 'Literal' || !('regex' in node)) return []
  const { pattern: source, flags } = node.regex
  const changes: string[] = []
  if (source.startsWith('^')) changes.push(`/${source.slice(1) || '(?:)'}/${flags}`)
  if (source.endsWith('$') && !source.endsWith('\\$'))
    changes.push(`/${source.slice(0, -1) || '(?:)'}/${flags}`)
  for (const flag of 'gi') if (flags.includes(flag)) changes.push(`/${source}/${flags.replace(flag, '')}`)
  return changes.map((by) => replace(node, code, by))
}

/** Replaces a word of a closed set by another of its values. */
const word: Operator = (node, code, parents) => {
  if (node.type !== 'Literal' || typeof node.value !== 'string' || !/^[a-z][a-z_.-]+$/.test(node.value))
    return []
  const parent = parents.at(-1)
  const handedOn =
    (parent?.type === 'Property' && parent.value === node) ||
    parent?.type === 'ReturnStatement' ||
    parent?.type === 'ConditionalExpression'
  return handedOn ? [replace(node, code, "'changed'")] : []
}

/** Removes a call whose result is unused. */
const statement: Operator = (node, code) => {
  if (node.type !== 'ExpressionStatement') return []
  const { expression } = node
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression
  if (call.type !== 'CallExpression') return []
  const text = code.slice(call.callee.start, call.callee.end)
  if (/^(console|process|super)\b|\blog(ger)?\b/.test(text)) return []
  return [{ ...replace(expression, code, 'undefined'), becomes: 'nothing' }]
}

/** Chained calls that filter, order or limit; each may be dropped. */
const droppable = new Set(
  'where whereRef on onRef having limit orderBy distinct distinctOn filter slice sort toSorted reverse toReversed trim toLowerCase toUpperCase $if'.split(
    ' ',
  ),
)

const renamed = new Map(
  Object.entries({
    leftJoin: 'innerJoin',
    some: 'every',
    every: 'some',
    max: 'min',
    min: 'max',
    startsWith: 'endsWith',
  }),
)

/** Workspace columns on both sides of a join; see `joinsWorkspaces` in sql-clauses.ts. */
const joinsWorkspaces = /^\('\w+\.workspace_id', '=', '\w+\.workspace_id'\)$/

/** Operators that Kysely takes as text. */
const kyselyOperators = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '<>': '=',
    '!=': '=',
    is: 'is not',
    'is not': 'is',
    in: 'not in',
    'not in': 'in',
    desc: 'asc',
  }),
)

function isInChain(node: Node, parents: readonly Node[]): boolean {
  let child = node
  for (const parent of parents.toReversed()) {
    if (parent.type === 'ChainExpression') return true
    const isLink =
      (parent.type === 'MemberExpression' && parent.object === child) ||
      (parent.type === 'CallExpression' && parent.callee === child) ||
      parent.type === 'TSNonNullExpression'
    if (!isLink) return false
    child = parent
  }
  return false
}

const call: Operator = (node, code, parents) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { object, property } = node.callee
  if (property.type !== 'Identifier' || node.callee.computed || isInChain(node, parents)) return []
  const edits: Edit[] = []
  const called = code.slice(property.start, node.end)
  const passed = code.slice(property.end, node.end)
  const drop = droppable.has(property.name) && !joinsWorkspaces.test(passed)
  if (drop)
    edits.push({
      ...replace(node, code, code.slice(object.start, object.end)),
      was: oneLine(`.${called}`),
      becomes: 'nothing',
    })
  const name = renamed.get(property.name)
  if (name)
    edits.push({
      ...replace(node, code, `${code.slice(node.start, property.start)}${name}${passed}`),
      was: oneLine(called),
      becomes: oneLine(name + passed),
    })
  for (const argument of node.arguments.slice(1, 2)) {
    const value = argument.type === 'Literal' && typeof argument.value === 'string' ? argument.value : ''
    const by = kyselyOperators.get(value)
    if (!by) continue
    const text = `${code.slice(node.start, argument.start)}'${by}'${code.slice(argument.end, node.end)}`
    const change = code.slice(property.start, argument.start)
    edits.push({
      ...replace(node, code, text),
      was: oneLine(`.${called}`),
      becomes: oneLine(`.${change}'${by}'${code.slice(argument.end, node.end)}`),
    })
  }
  return edits
}

/** Column lists are left alone: any test reads them. */
const listsColumns = /^(select|returning|columns|groupBy|selectAll|reference)$/

const list: Operator = (node, code, parents) => {
  if (node.type !== 'ArrayExpression' || node.elements.length < 2) return []
  const parent = parents.at(-1)
  if (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    listsColumns.test(parent.callee.property.name)
  )
    return []
  return without(node, node.elements, code)
}

/** Drops what an update sets, and what a spread adds. */
const properties: Operator = (node, code, parents) => {
  if (node.type !== 'ObjectExpression') return []
  const parent = parents.at(-1)
  const isSet =
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    /^(set|doUpdateSet)$/.test(parent.callee.property.name)
  return without(node, node.properties, code, (each) => isSet || each.type === 'SpreadElement')
}

function without(
  node: Node,
  parts: readonly (Node | null)[],
  code: string,
  which: (part: Node) => boolean = () => true,
): Edit[] {
  return parts.flatMap((part, index) => {
    if (!part || !which(part) || (parts.length === 1 && part.type !== 'SpreadElement')) return []
    const next = parts[index + 1]
    const before = parts[index - 1]
    const [from, to] = next
      ? [part.start, next.start]
      : before
        ? [before.end, part.end]
        : [part.start, part.end]
    const text = parts.length === 1 ? '{}' : code.slice(node.start, from) + code.slice(to, node.end)
    return [
      {
        ...replace(node, code, text),
        was: oneLine(code.slice(part.start, part.end)),
        becomes: 'nothing',
      },
    ]
  })
}

const firstParameter = 0xe000

/** Changes SQL in templates tagged `sql`: see sql-clauses.ts. */
const sqlTemplate: Operator = (node, code) => {
  if (node.type !== 'TaggedTemplateExpression' || node.tag.type !== 'Identifier' || node.tag.name !== 'sql')
    return []
  const { quasis, expressions } = node.quasi
  const flat = quasis
    .map(
      (quasi, index) =>
        quasi.value.raw + (index < expressions.length ? String.fromCharCode(firstParameter + index) : ''),
    )
    .join('')
  const restore = (sql: string) =>
    sql.replace(/[\uE000-\uF8FF]/g, (mark) => {
      const expression = expressions[mark.charCodeAt(0) - firstParameter]!
      return `\${${code.slice(expression.start, expression.end)}}`
    })
  const tag = code.slice(node.start, node.quasi.start)
  return sqlChanges(flat).map(({ sql, was, becomes }) => ({
    start: node.start,
    end: node.end,
    text: `${tag}\`${restore(sql)}\``,
    was: oneLine(restore(was)),
    becomes: oneLine(restore(becomes)),
  }))
}

export const operators: readonly Operator[] = [
  binary,
  logical,
  not,
  condition,
  number,
  truth,
  pattern,
  word,
  statement,
  call,
  list,
  properties,
  sqlTemplate,
]
