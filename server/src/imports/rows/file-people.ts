import { DatabaseSync } from 'node:sqlite'
import { matchKeys, type Person } from './person.ts'
import type { ResolvedRow } from './resolved-row.ts'

/** Sorts behind every id of the workspace's people: who came first is meant. */
const idOfFile = (number: number) => `~${String(number).padStart(12, '0')}`

/** The people whom the rows tried so far would have brought or changed. */
export interface FilePeople {
  makeId(): string
  /** Those among them whom the rows may mean, by their contact data or by an id that the workspace knows. */
  find(rows: readonly ResolvedRow[], ids: readonly string[]): Map<string, Person>
  save(people: Iterable<Person>): void
  close(): void
}

/**
 * Remembers a file's people while it is previewed, in a database of its own that goes to the disk as it grows and
 * vanishes when it is closed: a million people would not fit into the memory.
 */
export function openFilePeople(): FilePeople {
  const db = new DatabaseSync('')
  db.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    create table people (id text primary key, person text not null) without rowid;
    create table known_by (key text, id text, primary key (key, id)) without rowid;
  `)
  const byKey = db.prepare('select id from known_by where key = ? order by id limit 20')
  const byId = db.prepare('select person from people where id = ?')
  const put = db.prepare('insert or replace into people values (?, ?)')
  const putKey = db.prepare('insert or ignore into known_by values (?, ?)')
  let made = 0

  return {
    makeId: () => idOfFile(++made),
    find(rows, ids) {
      const wanted = new Set(ids)
      for (const { candidate } of rows)
        for (const key of matchKeys)
          if (candidate[key] !== null)
            for (const { id } of byKey.all(`${key} ${candidate[key]}`)) wanted.add(id as string)
      const found = new Map<string, Person>()
      for (const id of wanted) {
        const row = byId.get(id)
        if (row) found.set(id, JSON.parse(row.person as string) as Person)
      }
      return found
    },
    save(people) {
      db.exec('begin')
      for (const person of people) {
        put.run(person.id, JSON.stringify(person))
        for (const key of matchKeys)
          if (person.fields[key] !== null) putKey.run(`${key} ${person.fields[key]}`, person.id)
      }
      db.exec('commit')
    },
    close: () => db.close(),
  }
}
