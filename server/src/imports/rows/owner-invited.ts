import { sql } from 'kysely'

/** The code of an owner who was invited and is assigned once they accept: stored with the losses, and none. */
export const ownerInvited = 'owner_invited'

/** A condition on `import_rows.lost`: the row lost a value, not only waits for its owner. */
export function hasLosses(lost: string) {
  return sql<boolean>`${sql.ref(lost)} is not null
    and ${sql.ref(lost)} @? ${`$[*] ? (@.code != "${ownerInvited}")`}::jsonpath`
}

/** The cells of a stored row that lost a value. */
export function onlyLosses<Loss extends { code: string }>(lost: readonly Loss[]): Loss[] {
  return lost.filter(({ code }) => code !== ownerInvited)
}
