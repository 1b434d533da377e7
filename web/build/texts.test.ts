import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: syntax tree nodes, discriminated by `type`
type Node = any

/** A macro extracts the texts within these. */
const tags = new Set(['t', 'msg'])
const calls = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal'])
const elements = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** Keys and machine-readable values are the same in every language. */
const notTexts = new Set(['Kbd', 'code'])
/** Messages of these are for the console. */
const errors = new Set(['Error', 'TypeError', 'RangeError'])

/** Attributes that users see or hear. */
const readAttributes = new Set(['aria-label', 'title', 'label', 'placeholder', 'description', 'alt', 'text'])

const isExtracted = (node: Node) =>
  (node.type === 'TaggedTemplateExpression' && tags.has(node.tag.name)) ||
  (node.type === 'CallExpression' && calls.has(node.callee.name)) ||
  (node.type === 'JSXElement' &&
    (elements.has(node.openingElement.name.name) || notTexts.has(node.openingElement.name.name))) ||
  (node.type === 'NewExpression' && errors.has(node.callee.name))

const hasWord = (words: string) => /\p{L}{2}/u.test(words) && !words.includes('://')
const isSentence = (words: string) => /^(?:\p{Lu}[\p{L}’'-]*|\{\} \p{L}+),? \p{Ll}/u.test(words)
/** In generic components, which use no proper names, two words in a row are a text. */
const isPhrase = (words: string) => /(?:^|\s)\p{L}{2,} (?:\{\}|\p{L}{2,})(?:[\s.?!…]|$)/u.test(words)

/** Files with English texts only. */
const englishOnly = [
  // The catalogue is not loaded yet.
  /^web\/src\/session\/initial-loader\.tsx$/,
  // The catalogue may be what failed to load: this file has its texts in each language.
  /^web\/src\/session\/start-failure\.tsx$/,
  // Errors are identified by code; the screen has the texts.
  /^web\/src\/api\//,
  // Looks up the server's English texts.
  /^web\/src\/calls\/call-labels\.ts$/,
  // The product name.
  /^web\/src\/ui\/logo\.tsx$/,
  /\.test\.tsx?$|-for-tests\.ts$|^web\/src\/testing\//,
]

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }: Node) => value.cooked).join('{}')
}

/** Finds texts that are not in the catalogue. */
function findUnextracted(code: string, isText = isPhrase): string[] {
  const found: string[] = []
  const report = (node: Node) => {
    const line = code.slice(0, node.start).split('\n').length
    found.push(`line ${line}: ${code.slice(node.start, node.end).trim().slice(0, 80)}`)
  }
  const visit = (node: Node): void => {
    if (typeof node?.type !== 'string' || isExtracted(node) || node.type === 'ImportDeclaration') return
    if (node.type === 'JSXText' && hasWord(node.value)) report(node)
    const words = textOf(node)
    if (words !== null && isText(words)) report(node)
    if (node.type === 'JSXAttribute') {
      const { name, value } = node
      if (name.name === 'className') return
      const said = value && textOf(value)
      if (readAttributes.has(name.name) && said && hasWord(said) && !isText(said)) report(value)
    }
    for (const [key, child] of Object.entries(node))
      if (key !== 'parent') for (const one of Array.isArray(child) ? child : [child]) visit(one)
  }
  visit(parseAst(code, { lang: 'tsx' }))
  return found
}

describe('the texts of the web app', () => {
  const modules = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !englishOnly.some((pattern) => pattern.test(path)))

  it('are all in the catalogue', () => {
    expect(modules.length).toBeGreaterThan(300)
    const unextracted = modules.flatMap((path) =>
      findUnextracted(
        readFileSync(`${root}/${path}`, 'utf8'),
        path.startsWith('web/src/ui/') ? isPhrase : isSentence,
      ).map((one) => `${path}, ${one}`),
    )
    expect(unextracted).toEqual([])
  })

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a text
    ['const text = `any of ${values.length}`'],
    ["const label = isOpen ? 'Close it' : t`Open it`"],
    ['const row = <td>Nothing</td>'],
    ['const field = <TextInput label="Name" />'],
  ])('would be refused in %s', (code) => {
    expect(findUnextracted(code)).toHaveLength(1)
  })

  it.each([
    ['const text = t`Move it`'],
    ['const label = msg({ message: `Open it`, context: `a door` })'],
    ["const text = plural(n, { one: 'any of #', other: 'any of #' })"],
    ['const row = <Trans>Nothing <b>here</b></Trans>'],
    ['const key = <Kbd>Esc</Kbd>'],
    ["const focusable = 'input, textarea, select'"],
  ])('may stand in %s', (code) => {
    expect(findUnextracted(code)).toEqual([])
  })
})
