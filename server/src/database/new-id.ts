import { v7 } from 'uuid'

/** Returns a UUIDv7. Later IDs sort later, so inserts stay at the right edge of every index. */
export function newId(): string {
  return v7()
}
