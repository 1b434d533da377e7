import { v7 } from 'uuid'

/** A UUIDv7: ids made later sort later, so inserts stay at the right edge of every index. */
export function newId(): string {
  return v7()
}
