import { type MatchKey, matchKeys, type Person } from './person.ts'

/** The people a few hundred rows may mean, found by what identifies them, also by what a row has just changed. */
export interface People {
  /** Those of them given or added. */
  byId(id: string): Person | null
  /** Those who have it, the one who came first at the head; else who had it before a merge. */
  find(key: MatchKey, value: string): readonly Person[]
  /** Adds somebody, or takes note of their new contact data. */
  add(person: Person): void
}

export function createPeople(): People {
  const byId = new Map<string, Person>()
  const byKey = new Map<string, Person[]>()
  const byEarlierKey = new Map<string, Person>()
  return {
    byId: (id) => byId.get(id) ?? null,
    find(key, value) {
      // A row may have replaced what they were known by.
      const sharing = byKey.get(`${key} ${value}`)?.filter((person) => person.fields[key] === value) ?? []
      if (sharing.length > 1) return sharing.sort((one, other) => (one.id < other.id ? -1 : 1))
      if (sharing.length > 0) return sharing
      const earlier = byEarlierKey.get(`${key} ${value}`)
      return earlier ? [earlier] : []
    },
    add(person) {
      byId.set(person.id, person)
      for (const { kind, value } of person.before ?? []) {
        const known = byEarlierKey.get(`${kind} ${value}`)
        if (!known || person.id < known.id) byEarlierKey.set(`${kind} ${value}`, person)
      }
      for (const key of matchKeys) {
        const value = person.fields[key]
        if (value === null) continue
        const sharing = byKey.get(`${key} ${value}`)
        if (!sharing) byKey.set(`${key} ${value}`, [person])
        else if (!sharing.includes(person)) sharing.push(person)
      }
    },
  }
}
