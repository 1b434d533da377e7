import { readFile } from 'node:fs/promises'
import { type Plugin, parseSync } from 'vite'

/**
 * The properties of an endpoint that the browser needs. The schemas stay on the server, which validates
 * everything anyway.
 */
const keptKeys = new Set(['name', 'method', 'path', 'permission', 'file', 'streams'])

interface Edit {
  start: number
  end: number
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: syntax tree nodes, discriminated by `type`
type Node = any

function endpointEdits(call: Node): Edit[] {
  const { properties, end } = call.arguments[0]
  return properties.flatMap((property: Node, index: number) => {
    if (keptKeys.has(property.key.name)) return []
    // Up to the next one, to include the comma.
    return { start: property.start, end: properties[index + 1]?.start ?? end - 1, text: '' }
  })
}

/** Initialisers that a bundler assumes to have side effects. */
const made = new Set(['CallExpression', 'ObjectExpression', 'MemberExpression'])

interface Declared {
  statement: Node
  name: string
  init: Node
  /** The value without type assertions. */
  value: Node
}

function bare(node: Node): Node {
  const typed = node?.type === 'TSAsExpression' || node?.type === 'TSNonNullExpression'
  return typed ? bare(node.expression) : node
}

/** Yields every declaration of a module with such an initialiser, and its name. */
function* declared(program: Node): Generator<Declared> {
  for (const statement of program.body as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const value = bare(init)
      if (made.has(value?.type)) yield { statement, name: id.name, init, value }
    }
  }
}

function edited(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

const isEndpoint = (value: Node) => value.callee?.name === 'endpoint'

/**
 * Removes the schemas from the endpoints of a contract module, and makes every other computed value
 * tree-shakeable. Zod, which is larger than the whole sign-in screen, is then left out of the build. Types
 * are unchanged: the web app is still checked against the schemas.
 */
function lighten(code: string, file: string): string {
  const edits: Edit[] = []
  for (const { init, value } of declared(parseSync(file, code, { lang: 'ts' }).program)) {
    edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
    if (isEndpoint(value)) edits.push(...endpointEdits(value))
    edits.push({ start: init.end, end: init.end, text: '))()' })
  }
  return edited(code, edits)
}

/**
 * Splits a contract module so that each endpoint has a module of its own. A bundler puts a whole module where
 * its first user is, so otherwise the first screen would load every endpoint of each noun it uses.
 */
function split(code: string, file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const { program } = parseSync(file, code, { lang: 'ts' })
  const moved = [...declared(program)].filter(({ value }) => isEndpoint(value))
  const lightened = lighten(
    edited(
      code,
      moved.map(({ statement: { start, end } }) => ({ start, end, text: '' })),
    ),
    file,
  )
  const exports = moved.map((each) => `export { ${each.name} } from './${name}?endpoint=${each.name}'`)
  return [lightened, ...exports].join('\n')
}

export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/src\/[^/]+\.ts\?endpoint=\w+$/ },
      handler: async (id) => ({ code: await readFile(id.replace(/\?.*$/, ''), 'utf8'), moduleType: 'ts' }),
    },
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts(\?endpoint=\w+)?$/ },
      handler: (code, id) => {
        const file = id.replace(/\?.*$/, '')
        return { code: id === file ? split(code, file) : lighten(code, file), map: null }
      },
    },
  }
}
