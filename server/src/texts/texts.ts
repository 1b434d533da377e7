import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { isLanguage, type Language } from '@muster/contract/languages.ts'
import { parsePo } from 'pofile-ts'

const spoken = new AsyncLocalStorage<Language>()

interface Translation {
  text: string
  /** The names of the places in the order they have in English. */
  places: readonly string[]
}

/** A text with its places numbered, after its context if it has one → its translation. */
type Catalog = Map<string, Translation>

const catalogs = new Map<Language, Catalog>()

const place = /\{(\w+)\}/g

function numbered(text: string): string {
  let index = 0
  return text.replace(place, () => `{${index++}}`)
}

function keyOf(text: string, context: string | null | undefined): string {
  return context ? `${context}\u0004${text}` : text
}

function readCatalog(language: Language): Catalog {
  const file = new URL(`../../../texts/${language}/server.po`, import.meta.url)
  const { items } = parsePo(readFileSync(file, 'utf8'))
  return new Map(
    items
      .filter(({ msgstr }) => msgstr[0])
      .map(({ msgctxt, msgid, msgstr }) => [
        keyOf(numbered(msgid), msgctxt),
        { text: msgstr[0]!, places: [...msgid.matchAll(place)].map(([, name]) => name!) },
      ]),
  )
}

function fill({ text, places }: Translation, values: readonly (string | number)[]): string {
  return text.replace(place, (_, name: string) => String(values[places.indexOf(name)]))
}

function catalogOf(language: Language): Catalog {
  let catalog = catalogs.get(language)
  if (!catalog) {
    catalog = readCatalog(language)
    catalogs.set(language, catalog)
  }
  return catalog
}

/** The language of whoever is being answered; English outside of any request. */
export function spokenLanguage(): Language {
  return spoken.getStore() ?? 'en'
}

/** Runs a function whose texts are said in a language. */
export function inLanguage<Result>(language: Language, run: () => Result): Result {
  return spoken.run(language, run)
}

/** The first that is a language: what a person has chosen, else what they were answered in; English when none is. */
export function firstLanguage(...candidates: readonly (string | null | undefined)[]): Language {
  return candidates.find(isLanguage) ?? 'en'
}

/** A function that goes on speaking the language of now when it is called later, as by a stream. */
export function inThisLanguage<Value, Result>(say: (value: Value) => Result): (value: Value) => Result {
  const language = spokenLanguage()
  return (value) => inLanguage(language, () => say(value))
}

/** The first language of an Accept-Language header that there is; English when there is none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const tags = (acceptLanguage ?? '').slice(0, 200).split(',')
  return firstLanguage(...tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()))
}

/**
 * A text of the contract, or one kept in a table, in the language of whoever is being answered. It stands in the
 * source after a comment `i18n`, which has it extracted; numbers in it may stand for places of the text.
 */
export function translate(text: string): string {
  const language = spokenLanguage()
  if (language === 'en') return text
  const translations = catalogOf(language)
  const exact = translations.get(text)
  if (exact) return exact.text
  const numbers = text.match(/\d+/g) ?? []
  let index = 0
  const found = translations.get(text.replace(/\d+/g, () => `{${index++}}`))
  return found ? fill(found, numbers) : text
}

/** A word that means two things, with which of them is meant. */
interface WordInContext {
  message: string
  context: string
}

/**
 * Says a sentence in the language of whoever is being answered: t`The column ${name} is empty`. Every such sentence
 * is extracted into the catalogue; one that is not translated is said in English.
 */
export function t(
  strings: TemplateStringsArray | WordInContext,
  ...values: readonly (string | number)[]
): string {
  const language = spokenLanguage()
  if ('message' in strings) {
    const { message, context } = strings
    return (language !== 'en' && catalogOf(language).get(keyOf(message, context))?.text) || message
  }
  const english = () => String.raw({ raw: strings }, ...values)
  if (language === 'en') return english()
  const key = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`)
  const translation = catalogOf(language).get(key)
  return translation ? fill(translation, values) : english()
}
