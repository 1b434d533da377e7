import type { ValidCall } from './valid-calls/valid-call.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns copies of a call, each with one id replaced, for every id that has a replacement. */
export function swapIds(
  call: ValidCall,
  otherFor: (id: string) => string | undefined,
): { where: string; call: ValidCall }[] {
  const found: { where: string; call: ValidCall }[] = []
  const walk = (value: unknown, where: string, put: (replaced: unknown) => ValidCall) => {
    if (typeof value === 'string' && uuid.test(value)) {
      const other = otherFor(value)
      if (other) found.push({ where, call: put(other) })
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        walk(item, `${where}.${index}`, (replaced) => put(value.with(index, replaced)))
      })
    } else if (value && typeof value === 'object') {
      for (const [key, item] of Object.entries(value))
        walk(item, `${where}.${key}`, (replaced) => put({ ...value, [key]: replaced }))
    }
  }
  for (const part of ['params', 'query', 'body'] as const)
    walk(call[part], part, (replaced) => ({ ...call, [part]: replaced }) as ValidCall)
  return found
}
