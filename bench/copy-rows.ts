import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'

const chunkCharacters = 128 * 1024

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
    : text
}

/** The columns whose lists are JSON, also when they are empty. */
const jsonLists = ['questions']

function encode(column: string, value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  // A list of objects, such as hours, is JSON.
  if (Array.isArray(value) && typeof value[0] !== 'object' && !jsonLists.includes(column)) {
    if (value.length === 0) return '{}'
    const items = value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`)
    return escapeText(`{${items.join(',')}}`)
  }
  if (typeof value === 'object') return escapeText(JSON.stringify(value))
  return String(value)
}

/** One COPY into one table on a connection of its own; the first row sets the columns. */
export class TableCopy {
  readonly #table: string
  readonly #client: pg.Client
  #stream: CopyStreamQuery | null = null
  #columns: string[] = []
  #chunk: string[] = []
  #size = 0
  rows = 0

  constructor(connectionString: string, table: string) {
    this.#table = table
    this.#client = new pg.Client({ connectionString })
    // When one copy fails, the others lose their connections too; the first failure is the one to report.
    this.#client.on('error', () => {})
  }

  /** Writes rows; returns a promise only while the database cannot keep up. */
  write(rows: readonly object[]): Promise<void> | undefined {
    for (const row of rows) {
      if (this.rows === 0) this.#columns = Object.keys(row)
      const values = this.#columns.map((column) => encode(column, (row as Record<string, unknown>)[column]))
      const line = `${values.join('\t')}\n`
      this.#chunk.push(line)
      this.#size += line.length
      this.rows += 1
    }
    return this.#size >= chunkCharacters ? this.#flush() : undefined
  }

  async #flush(): Promise<void> {
    if (this.#chunk.length === 0) return
    const text = this.#chunk.join('')
    this.#chunk = []
    this.#size = 0
    if (!this.#stream) {
      await this.#client.connect()
      const columns = this.#columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      this.#stream = this.#client.query(from(`copy ${this.#table} (${columns}) from stdin`))
      // A refused row is reported when the copy finishes; nothing listens until then.
      this.#stream.on('error', () => {})
    }
    if (this.#stream.write(text)) return
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([
      once(this.#stream, 'drain', { signal }),
      finished(this.#stream, { signal, cleanup: true }),
    ])
    // Removes the listeners of the one that is still waiting.
    waiting.abort()
  }

  async finish(): Promise<void> {
    await this.#flush()
    if (!this.#stream) return
    const done = finished(this.#stream)
    this.#stream.end()
    await done
    await this.#client.end()
  }
}
