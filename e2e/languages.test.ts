import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEveryScreen, openScreen } from './every-screen.ts'
import { type Muster, signIn } from './start-muster.ts'

let muster: Muster
let user: TestUser
let paths: Record<string, string>

beforeAll(async () => {
  ;({ muster, user, paths } = await openEveryScreen())
})

afterAll(() => muster?.stop())

type Message = (string | unknown[])[]

/** Writes a text in full-width letters, so that it is told from any text not in the catalogue. */
function marked(text: string): string {
  return text.replaceAll(/<\/?\d+\/?>|[a-z]/gi, (part) =>
    part.length > 1 ? part : String.fromCharCode(part.charCodeAt(0) + 0xfee0),
  )
}

function markMessage(message: Message): Message {
  return message.map((part) => {
    if (typeof part === 'string') return marked(part)
    const [name, kind, forms] = part as [string, string?, Record<string, Message | number>?]
    if (typeof forms !== 'object') return part
    const markedForms = Object.entries(forms).map(([form, value]) => [
      form,
      Array.isArray(value) ? markMessage(value) : typeof value === 'string' ? marked(value) : value,
    ])
    return [name, kind, Object.fromEntries(markedForms)]
  })
}

/** Has every text of the catalogues come with its letters widened. */
async function markCatalogues(page: Page): Promise<void> {
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const response = await route.fetch()
    const source = await response.text()
    // Were a catalogue built in another way, all of its words would be found.
    const [whole, literal] = source.match(/JSON\.parse\(((['"`])(?:\\[\s\S]|(?!\2)[^\\])*\2)\)/) ?? []
    // Our own file, as the bundler wrote it: a literal of JavaScript.
    const messages: unknown = whole && JSON.parse(new Function(`return ${literal}`)())
    if (!whole || !isCatalogue(messages)) return route.fulfill({ response })
    const markedMessages = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, markMessage(message)]),
    )
    const body = source.replace(whole, () => `JSON.parse(${JSON.stringify(JSON.stringify(markedMessages))})`)
    await route.fulfill({ response, body })
  })
}

function isCatalogue(value: unknown): value is Record<string, Message> {
  return typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray)
}

/** What is not language: names of keys and products, formats, and what the browser's Intl says. */
const notLanguage =
  /^(Muster|Ctrl|Cmd|Enter|Esc|Space|Shift|Tab|CSV|XLSX|XLS|TSV|PDF|DOCX|URL|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|min|Initializing|authentication|English|German|Deutsch|https?|www)$/i

/** Every word of what the browser's Intl calls countries, currencies and time zones. */
const intlWords = [
  ...Intl.supportedValuesOf('timeZone'),
  ...Intl.supportedValuesOf('currency').flatMap((code) => [
    code,
    new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? '',
  ]),
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, letters) =>
    letters.map((second) => new Intl.DisplayNames('en', { type: 'region' }).of(first + second) ?? ''),
  ),
].flatMap(wordsOf)

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

/** Every text of an answer, keys and all. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)])
}

/** Every text a person may see or hear on the page, a word at a time, without those that are data or a file's own. */
async function strayWords(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent && !parent.closest('script, style, noscript, kbd, .pdfViewer'))
        found.push(walker.currentNode.nodeValue ?? '')
    }
    for (const element of document.querySelectorAll('*:not([aria-hidden=true])'))
      for (const attribute of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-valuetext',
      ])
        if (element.hasAttribute(attribute)) found.push(element.getAttribute(attribute) ?? '')
    return found
  })
  const stray = texts.flatMap((text) => {
    const words = text.match(/[A-Za-z]+/g) ?? []
    const plain = words.filter(
      (word) => word.length > 2 && !data.has(word.toLowerCase()) && !notLanguage.test(word),
    )
    return plain.length > 0 ? [`${plain.join(' ')} (in: ${text.trim().slice(0, 80)})`] : []
  })
  return [...new Set(stray)]
}

describe('the catalogue', () => {
  it('has every text of every screen', async () => {
    const { page } = await muster.open()
    await markCatalogues(page)
    const data = new Set<string>([...wordsOf(user.email), ...intlWords])
    // Read on their way, for a browser forgets the answers of a page that is left.
    await page.route(/\/api\/v1\/(?!events)/, async (route) => {
      const response = await route.fetch()
      const isJson = response.headers()['content-type']?.includes('json')
      for (const word of isJson ? textsOf(await response.json()).flatMap(wordsOf) : []) data.add(word)
      // Nobody waits for it when the page was left meanwhile.
      await route.fulfill({ response }).catch(() => {})
    })
    await page.goto('/auth/forgot-password')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const found: Record<string, unknown> = {}
    const keep = (screen: string, words: string[]) => {
      if (words.length > 0) found[screen] = words
    }
    keep('/auth/forgot-password', await strayWords(page, data))
    await page.goto('/auth/login')
    await page.locator('input[name=email]').waitFor()
    keep('/auth/login', await strayWords(page, data))
    await page.locator('input[name=email]').fill(user.email)
    await page.locator('input[name=password]').fill('a long enough passphrase')
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
    for (const [screen, path] of Object.entries(paths)) {
      await openScreen(page, path)
      keep(screen, await strayWords(page, data))
    }
    expect(found).toEqual({})
  }, 240_000)
})

describe('a person who reads German', () => {
  it('chooses it once and finds it on every device', async () => {
    const { page } = await muster.openSignedIn(user)
    await page.goto('/settings/appearance')
    await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
    await page.getByRole('heading', { name: 'Darstellung und Sprache', level: 1 }).waitFor()
    const other = await muster.open()
    await signIn(other.page, user.email)
    await other.page.goto('/settings')
    await other.page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor()
    // The server's own sentences, too.
    await other.page.getByLabel('E-Mail').fill('niemand')
    await other.page.getByRole('button', { name: 'Profil speichern' }).click()
    await other.page.getByText('Geben Sie eine gültige E-Mail-Adresse ein').waitFor()
  })
})
