import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { isLanguage, type Language } from '@muster/contract/languages.ts'
import { parsePo } from 'pofile-ts'

const languages = new AsyncLocalStorage<Language>()

const catalogs = new Map<Language, I18n>()

/** Renames the placeholders of a message. A plural's forms have none. */
function renamePlaceholders(message: string, rename: (name: string) => number): string {
  let depth = 0
  return message.replace(/\{(\w+)(?=[,}])|[{}]/g, (brace, name?: string) => {
    if (brace === '}') depth--
    else if (depth++ === 0 && name !== undefined) return `{${rename(name)}`
    return brace
  })
}

function keyOf(text: string, context: string | null | undefined): string {
  return context ? `${context}\u0004${text}` : text
}

/** Reads the translations by their English, with numbered placeholders and after its context if it has one. */
function readCatalog(language: Language): Messages {
  const file = new URL(`../../../texts/${language}/server.po`, import.meta.url)
  const { items } = parsePo(readFileSync(file, 'utf8'))
  const translated = items.filter(({ msgstr }) => msgstr[0])
  return Object.fromEntries(
    translated.map(({ msgctxt, msgid, msgstr }) => {
      const names: string[] = []
      const text = renamePlaceholders(msgid, (name) => names.push(name) - 1)
      const translation = renamePlaceholders(msgstr[0]!, (name) => names.indexOf(name))
      return [keyOf(text, msgctxt), compileMessage(translation)]
    }),
  )
}

function catalogOf(language: Language): I18n {
  let catalog = catalogs.get(language)
  if (!catalog) {
    const messages = language === 'en' ? {} : readCatalog(language)
    catalog = setupI18n({ locale: language, messages: { [language]: messages } })
    catalogs.set(language, catalog)
  }
  return catalog
}

/** Returns the language of the current request; English outside of any. */
export function currentLanguage(): Language {
  return languages.getStore() ?? 'en'
}

/** Runs a function whose texts are in a language. */
export function inLanguage<Result>(language: Language, run: () => Result): Result {
  return languages.run(language, run)
}

/** Returns the first supported language: the user's choice, else that of the request, else English. */
export function firstLanguage(...candidates: readonly (string | null | undefined)[]): Language {
  return candidates.find(isLanguage) ?? 'en'
}

/** Binds a function to the current language, for later calls, such as by a stream. */
export function inCurrentLanguage<Value, Result>(say: (value: Value) => Result): (value: Value) => Result {
  const language = currentLanguage()
  return (value) => inLanguage(language, () => say(value))
}

/** Returns the first supported language of an Accept-Language header, else English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const tags = (acceptLanguage ?? '').slice(0, 200).split(',')
  return firstLanguage(...tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()))
}

/**
 * Translates a text of the contract, or one stored in a table, into the current language. It is marked by a comment
 * `i18n` in the source for extraction; numbers in it may fill its placeholders.
 */
export function translate(text: string): string {
  const language = currentLanguage()
  if (language === 'en') return text
  const catalog = catalogOf(language)
  if (catalog.messages[text]) return catalog._(text)
  const numbers = text.match(/\d+/g) ?? []
  let index = 0
  const key = text.replace(/\d+/g, () => `{${index++}}`)
  return catalog.messages[key] ? catalog._(key, { ...numbers }) : text
}

/** A word with two meanings, and the context that tells which is meant. */
interface WordInContext {
  message: string
  context: string
}

/** A number with its noun, within a sentence. */
class Plural {
  readonly count: number
  readonly message: string

  constructor(count: number, forms: string) {
    this.count = count
    this.message = forms
  }
}

/**
 * Returns a number with its noun for a sentence of `t`: t`${plural(count, { one: '# row', other: '# rows' })} left`. The
 * forms contain no values.
 */
export function plural(count: number, { one, other }: { one: string; other: string }): Plural {
  return new Plural(count, `plural, one {${one}} other {${other}}`)
}

/**
 * Translates a sentence into the current language: t`The column ${name} is empty`. Every such sentence is extracted
 * into the catalog; one without a translation stays English.
 */
export function t(
  strings: TemplateStringsArray | WordInContext,
  ...values: readonly (string | number | Plural)[]
): string {
  const language = currentLanguage()
  if ('message' in strings) {
    const { message, context } = strings
    const key = keyOf(message, context)
    return language !== 'en' && catalogOf(language).messages[key] ? catalogOf(language)._(key) : message
  }
  const hasPlural = values.some((value) => value instanceof Plural)
  if (language === 'en' && !hasPlural) return String.raw({ raw: strings }, ...values)
  const key = strings.reduce((text, part, index) => {
    const value = values[index - 1]
    return `${text}{${index - 1}${value instanceof Plural ? `, ${value.message}` : ''}}${part}`
  })
  const catalog = catalogOf(language)
  if (!catalog.messages[key]) {
    if (!hasPlural) return String.raw({ raw: strings }, ...values)
    catalog.load(language, { [key]: compileMessage(key) })
  }
  return catalog._(key, { ...values.map((value) => (value instanceof Plural ? value.count : value)) })
}
