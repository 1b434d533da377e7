import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Files with texts in English only, and why. */
const englishOnly = [
  // For the operator who installs and starts the server, on the console, before a language is known.
  /^server\/src\/(config\/(config|misspelled-settings|read-settings|secret-files)|start|main)\.ts$/,
  /^server\/src\/database\/embedded-/,
  // For operators, on the console of a command, in the log and next to their metrics.
  /^server\/src\/(auditor|backup|telemetry)\//,
  /^server\/src\/files\/(copy-files-to|open-file-storage|remove-stored)\.ts$/,
  /^server\/src\/database\/(describe-schema|migrate|pooled-client|prepared-statements)\.ts$/,
  // Stored in English and worded for each reader by `format-contact.ts`.
  /^server\/src\/calls\/describe-contact\.ts$/,
  // Written into files by earlier versions, in each language.
  /^server\/src\/imports\/former-headers\.ts$/,
  // For developers who run the tests.
  /^server\/src\/security\/proof-reporter\.ts$/,
  // The API reference, for developers.
  /^server\/src\/http\/(openapi|serve-docs|docs-html)/,
  // Names that become a workspace's own data.
  /^server\/src\/(sample|installation)\//,
  /^server\/src\/workspaces\/create-workspace\.ts$/,
  /\/testing\/|\/fixtures\/|\/auditor\/|\.test\.ts$/,
]

/** Which argument of a call is shown to people. */
const readArguments: Record<string, number> = {
  AppError: 1,
  ImportFileError: 1,
  notFound: 0,
  conflict: 0,
  forbidden: 0,
  invalid: 1,
  refused: 1,
  doubtful: 2,
}

/** Keys whose values are shown to people. */
const readKeys = new Set(['message', 'why', 'text', 'paragraph', 'whyNot', 'subject'])

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree, told apart by `type`
type Node = any

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function wordsOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }: Node) => value.cooked).join('{}')
}

/** Finds the texts that an expression may evaluate to, without those of calls within it. */
function textsOf(node: Node): Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(textsOf)
  if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression')
    return [node.left, node.right].flatMap(textsOf)
  if (node.type === 'ArrayExpression') return node.elements.filter(Boolean).flatMap(textsOf)
  if (node.type === 'TemplateLiteral') return [node, ...node.expressions.flatMap(textsOf)]
  return wordsOf(node) === null ? [] : [node]
}

const isTranslated = ({ type, tag }: Node) => type === 'TaggedTemplateExpression' && tag.name === 't'
const isSentence = (words: string) => /^(?:\p{Lu}[\p{L}’'-]*|\{\} \p{L}+),? \p{L}/u.test(words)
/** A single word in lower case is a code. */
const hasWord = (words: string) => /\p{L}{2}/u.test(words.replaceAll('{}', '')) && !/^[a-z_]+$/.test(words)

/** Finds the texts of a module that people would read untranslated. */
function findUntranslated(code: string, checksSentences = true): string[] {
  const found = new Map<number, string>()
  const isMarked = (node: Node) => /\/\*i18n\*\/\s*$/.test(code.slice(0, node.start))
  const report = (node: Node, why: string) => {
    const line = code.slice(0, node.start).split('\n').length
    found.set(node.start, `line ${line}: ${why}: ${code.slice(node.start, node.end).slice(0, 80)}`)
  }
  const refuseTexts = (node: Node, why: string) => {
    for (const text of textsOf(node)) if (hasWord(wordsOf(text)!) && !isMarked(text)) report(text, why)
  }
  const visit = (node: Node, parent: Node, isInFunction: boolean): void => {
    if (typeof node?.type !== 'string') return
    const inFunction = isInFunction || functions.has(node.type)
    const words = wordsOf(node)
    const isTagged = parent?.type === 'TaggedTemplateExpression'
    if (checksSentences && words !== null && isSentence(words) && !isTagged && !isMarked(node))
      report(node, 'not said')
    if (isTranslated(node)) for (const inner of node.quasi.expressions) refuseTexts(inner, 'glued')
    const called = node.callee?.name ?? ''
    if (!inFunction && (isTranslated(node) || called === 't' || called === 'translate'))
      report(node, 'said while the module loads')
    const read = node.arguments?.[readArguments[called] ?? -1]
    if (read) refuseTexts(read, 'not said')
    if (node.type === 'ObjectExpression' && parent?.callee?.name !== 't')
      for (const { key, value } of node.properties)
        if (readKeys.has(key?.name)) refuseTexts(value, 'not said')
    if (node.type === 'VariableDeclarator' && readKeys.has(node.id.name) && node.init)
      refuseTexts(node.init, 'not said')
    // A message with a context, or the forms of a number.
    const isMessage =
      called === 'plural' || (called === 't' && node.arguments[0]?.type === 'ObjectExpression')
    for (const [key, child] of Object.entries(node))
      if (key !== 'parent' && !isMessage)
        for (const one of Array.isArray(child) ? child : [child]) visit(one, node, inFunction)
  }
  visit(parseAst(code, { lang: 'ts' }), null, false)
  return [...found.values()]
}

describe('the texts of the server', () => {
  const modules = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !englishOnly.some((pattern) => pattern.test(path)))

  it('are all translated for their readers', () => {
    expect(modules.length).toBeGreaterThan(300)
    const unspoken = modules.flatMap((path) =>
      findUntranslated(readFileSync(`${root}/${path}`, 'utf8'), path.startsWith('server/')).map(
        (one) => `${path}, ${one}`,
      ),
    )
    expect(unspoken).toEqual([])
  })

  it.each([
    ["throw notFound('Company')"],
    ["throw new AppError('CONFLICT', isOpen ? 'It opens' : why)"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a text
    ['const message = `${count} rows`'],
    ["const problem = { message: 'too long' }"],
    ["log({ why: name ?? 'Somebody' })"],
    ["function explain() { return 'The file is empty' }"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a text
    ["function explain() { return t`It is ${isVideo ? 'a video' : what}` }"],
    ['const tooLarge = t`The file is too large`'],
    ["const tooLarge = translate('x')"],
  ])('would be refused in %s', (code) => {
    expect(findUntranslated(code)).toHaveLength(1)
  })

  it.each([
    ['const refuse = () => notFound(t`Company`)'],
    ["const table = { gz: /*i18n*/ 'This is a compressed file' }"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a text
    ['const text = `${actor.name}: ${body}`'],
    ["const row = { kind: 'import_finished' }"],
  ])('may be used in %s', (code) => {
    expect(findUntranslated(code)).toEqual([])
  })
})
