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

/**
 * Makes a module of the contract light: endpoints lose their schemas, and every other value made by a call
 * becomes droppable when nothing imports it. Zod, which weighs more than the whole sign-in screen, is then
 * left out of the build. Types are untouched: the web app is still checked against the schemas.
 */
function lighten(code: string, file: string): string {
  const { program } = parseSync(file, code, { lang: 'ts' })
  const edits: Edit[] = []
  for (const statement of program.body as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations) {
      const call = init?.type === 'TSAsExpression' ? init.expression : init
      if (call?.type !== 'CallExpression') continue
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' })
      if (call.callee.name === 'endpoint') edits.push(...endpointEdits(call))
      edits.push({ start: init.end, end: init.end, text: ')()' })
    }
  }
  return edits
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      handler: (code, id) => ({ code: lighten(code, id), map: null }),
    },
  }
}
