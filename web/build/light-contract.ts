import { readFile } from 'node:fs/promises'
import { type Plugin, parseSync } from 'vite'

/** What the browser needs of an endpoint; the schemas stay on the server, which checks everything anyway. */
const keptKeys = new Set(['name', 'method', 'path', 'permission', 'file', 'streams'])

interface Edit {
  start: number
  end: number
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree, told apart by `type`
type Node = any

function endpointEdits(call: Node): Edit[] {
  const { properties, end } = call.arguments[0]
  return properties.flatMap((property: Node, index: number) => {
    if (keptKeys.has(property.key.name)) return []
    // Up to the next one, so that its comma goes too.
    return { start: property.start, end: properties[index + 1]?.start ?? end - 1, text: '' }
  })
}

/** Values that a bundler may think do something: a call, an object of calls, a part of something. */
const made = new Set(['CallExpression', 'ObjectExpression', 'MemberExpression'])

interface Declared {
  statement: Node
  name: string
  init: Node
  /** The value without what is only said of its type. */
  value: Node
}

function bare(node: Node): Node {
  const typed = node?.type === 'TSAsExpression' || node?.type === 'TSNonNullExpression'
  return typed ? bare(node.expression) : node
}

/** Every declaration of a module that is made of something, with the name it has. */
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
 * Makes a module of the contract light: endpoints lose their schemas, and every other value that is made
 * becomes droppable when nothing imports it. Zod, which weighs more than the whole sign-in screen, is then
 * left out of the build. Types are untouched: the web app is still checked against the schemas.
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
 * The same with each endpoint in a module of its own: a bundler puts a whole module where its first user is, so that the
 * first screen would load every call of each noun it asks one thing of.
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
