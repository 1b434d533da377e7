import pg from 'pg'

/** Statements that run less often are not worth the memory of each connection. */
const runsBeforeNaming = 5

/** Each costs a connection of the database about 100 kB. */
const maxNames = 200

/** Filters make ever new statements; their counts start again when there are more. */
const maxCounted = 5_000

/**
 * Searches for a text, a JSON value or a tag. One row may have it, or nearly all: the plan that PostgreSQL keeps for any value
 * took 25 times as long as the one for a common word.
 */
const searches = / like fold\(| @> |\.tags && /

/**
 * Reports whether a prepared statement has become unusable: a migration changed the columns it returns, or a pooler
 * gave the connection to a client that has not prepared it. The statement was not executed.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return isLost(error) || (error.code === '0A000' && /cached plan/.test(error.message))
}

/** invalid_sql_statement_name, duplicate_prepared_statement: PgBouncer before 1.21 does not track them. */
const isLost = ({ code }: pg.DatabaseError) => code === '26000' || code === '42P05'

/**
 * The names under which the connections of a pool prepare their statements. The database parses and plans a named
 * statement once a connection, so searches, which it has to plan for each value, have none.
 */
export class PreparedStatements {
  #names = new Map<string, string>()
  #runs = new Map<string, number>()
  #named = 0
  #isEnabled: boolean

  constructor(isEnabled: boolean) {
    this.#isEnabled = isEnabled
  }

  /** Counts a run of a statement. Returns its name, or undefined while it runs unnamed. */
  nameOf(text: string): string | undefined {
    if (!this.#isEnabled) return undefined
    const name = this.#names.get(text)
    if (name || this.#names.size >= maxNames) return name
    if (searches.test(text)) return undefined
    const runs = (this.#runs.get(text) ?? 0) + 1
    if (runs > runsBeforeNaming) return this.#addName(text)
    if (this.#runs.size >= maxCounted) this.#runs.clear()
    this.#runs.set(text, runs)
    return undefined
  }

  #addName(text: string): string {
    this.#runs.delete(text)
    this.#named += 1
    const name = `s${this.#named}`
    this.#names.set(text, name)
    return name
  }

  /** Takes the name from a stale statement. Behind a pooler that loses names, nothing is named any more. */
  dropStale(text: string, error: pg.DatabaseError): void {
    this.#names.delete(text)
    if (!isLost(error) || !this.#isEnabled) return
    this.#isEnabled = false
    process.emitWarning(
      'The pooler lost a prepared statement, so none is prepared any more. Use PgBouncer 1.21 or newer with max_prepared_statements, or set MUSTER_PREPARED_STATEMENTS=0.',
    )
  }
}
