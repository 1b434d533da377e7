import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import { type Plugin, parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'web/src')
const contract = join(root, 'contract/src')

/** The modules of the first load: sign-in, the layout with the router, and the dashboard. */
const firstLoad = ['main.tsx', 'app.tsx', 'session/auth-app.tsx', 'dashboard/dashboard-page.tsx'].map(
  (path) => join(source, path),
)

interface Imports {
  /** Loaded with the module. */
  static: string[]
  /** Loaded by `import()`. */
  lazy: string[]
}

/** Returns the file of an import, or nothing if it is a package or a style sheet. */
function resolveImport(specifier: string, importer: string): string[] {
  const name = specifier.startsWith('.')
    ? join(dirname(importer), specifier)
    : specifier.replace(/^@muster\/contract/, contract)
  return /^\/.*\.tsx?$/.test(name) && existsSync(name) ? [name] : []
}

/** Returns the modules of the web app and the contract that a module imports. */
export function importsOf(file: string): Imports {
  const code = readFileSync(file, 'utf8')
  const { module } = parseSync(file, code)
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  ]
  return {
    static: specifiers.flatMap((specifier) => resolveImport(specifier, file)),
    lazy: module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      resolveImport(code.slice(start + 1, end - 1), file),
    ),
  }
}

/** The name of the part that has the texts of what a module of the first load imports by `import()`. */
export function partOf(file: string): string {
  const [folder, ...rest] = relative(source, file).split('/')
  return rest.length ? folder! : 'app'
}

/**
 * Divides the modules with texts into the part `first`, which has those of the first load, and a part for each folder:
 * what its modules of the first load, such as `routes.ts`, reach from their `import()`s on.
 */
export function divideIntoParts(): Map<string, Set<string>> {
  const known = new Map<string, Imports>()
  const read = (file: string) => known.get(file) ?? known.set(file, importsOf(file)).get(file)!
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    read(file).static.forEach(load)
  }
  firstLoad.forEach(load)
  // What the contract words are definitions and labels of enums, which the first screens do not show at once.
  const parts = new Map([['first', new Set([...loaded].filter((file) => file.startsWith(source)))]])
  for (const file of loaded) {
    const part = parts.get(partOf(file)) ?? new Set()
    const reach = (file: string) => {
      if (part.has(file) || parts.get('first')!.has(file)) return
      part.add(file)
      const imports = read(file)
      for (const next of [...imports.static, ...imports.lazy]) reach(next)
    }
    read(file).lazy.forEach(reach)
    if (part.size) parts.set(partOf(file), part)
  }
  return parts
}

/** Reads the web app's catalog in a language: each text with the modules that show it. */
export async function readTexts(locale: string) {
  const filename = join(root, 'texts', locale, 'web.po')
  const context = { locale, sourceLocale: 'en', filename }
  const catalog = await formatter().parse(await readFile(filename, 'utf8'), context)
  return Object.entries(catalog).map(([id, { translation = '', origin = [] }]) => ({
    ...{ id, translation },
    files: origin.map(([file]) => join(root, file)),
  }))
}

/**
 * Makes modules of the web app's catalog. `web.po?part=first` exports the `messages` of the first load and `parts`, with
 * a function for each other part that loads its messages.
 */
export function textParts(): Plugin {
  let parts: Map<string, Set<string>> | undefined
  return {
    name: 'text-parts',
    watchChange: () => {
      parts = undefined
    },
    load: {
      filter: { id: /\/web\.po\?part=/ },
      async handler(id) {
        const [path, name] = id.split('?part=') as [string, string]
        this.addWatchFile(path)
        parts ??= divideIntoParts()
        const locale = basename(dirname(path))
        const texts = await readTexts(locale)
        const textsOf = (part: Set<string>) =>
          texts.filter(({ files }) => files.some((file) => part.has(file)))
        const messages = Object.fromEntries(
          textsOf(parts.get(name)!).map(({ id, translation }) => [id, translation]),
        )
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
        if (errors[0]) throw errors[0].error
        const others = [...parts].filter(([part, files]) => part !== 'first' && textsOf(files).length)
        const loaders = others.map(([part]) => `'${part}': () => import('./web.po?part=${part}')`)
        const code = name === 'first' ? `${source}\nexport const parts = { ${loaders.join(', ')} }` : source
        return { code, moduleType: 'js' }
      },
    },
  }
}
